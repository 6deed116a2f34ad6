#include "detector/report/json.h"

#include <nlohmann/json.hpp>

#include "detector/coverage/coverage_json.h"
#include "detector/model/names.h"
#include "detector/model/stream_timeline.h"
#include "detector/model/sweep_results.h"
#include "detector/model/thread_groups.h"
#include "detector/policy/suppressions.h"
#include "detector/report/process_json.h"
#include "detector/report/profile_json.h"
#include "detector/wording/finding_groups.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

Json place(const Location& location) {
  if (location.line == 0 && location.file.empty() && location.function.empty()) return nullptr;
  Json json;
  if (location.line != 0) json = {{"file", location.file}, {"line", location.line}};
  if (!location.function.empty()) json["function"] = location.function;
  if (!location.text.empty()) json["text"] = location.text;
  return json;
}

Json bound(const Bound& bound) { return bound ? place(*bound) : Json(nullptr); }

Json places(const std::vector<Location>& stack) {
  Json json = Json::array();
  for (const Location& frame : stack) json.push_back(place(frame));
  return json;
}

Json access(const ThreadGroup& group) {
  const FindingAccess& first = *group.first;
  Json json = {{"kind", name_of(first.kind)},
               {"block", first.block},
               {"thread", first.thread},
               {"interval", first.interval},
               {"location", place(first.location)}};
  if (!first.by.empty()) json["by"] = first.by;
  if (first.kind == AccessKind::kBarrier || first.kind == AccessKind::kExit) {
    json["count"] = group.ranks.size();
    json["threads"] = rank_ranges(group.ranks);
  }
  json["stack"] = places(first.stack);
  return json;
}

Json timeline_json(const StreamTimeline& timeline) {
  Json lanes = Json::array(), steps = Json::array();
  for (const TimelineLane& lane : timeline.lanes) lanes.push_back({{"name", lane.name}, {"kind", lane.kind}});
  for (const TimelineStep& step : timeline.steps) {
    Json json = {{"kind", name_of(step.kind)}, {"lane", step.lane}, {"number", step.number}};
    if (!step.call.empty()) json["call"] = step.call;
    json["location"] = place(step.location);
    if (step.event != 0) json["event"] = step.event;
    if (step.awaited) json["awaited"] = *step.awaited;
    if (step.host_waits) json["host_waits"] = true;
    if (step.access) json["access"] = *step.access;
    steps.push_back(std::move(json));
  }
  return {{"lanes", std::move(lanes)}, {"steps", std::move(steps)}};
}

Json sweep_json(const SweepResults& sweep) {
  Json axes = Json::array(), results = Json::array(), cells = Json::array();
  for (const SweepResults::Axis& axis : sweep.axes) axes.push_back({{"name", axis.name}, {"values", axis.values}});
  for (const auto& [findings, ends] : sweep.results) {
    Json result = {{"findings", Json::array()}, {"ends", Json::array()}};
    for (const auto& [print, runs] : findings) result["findings"].push_back({{"fingerprint", print}, {"runs", runs}});
    for (const auto& [end, runs] : ends) result["ends"].push_back({{"end", end}, {"runs", runs}});
    results.push_back(std::move(result));
  }
  for (const std::uint32_t cell : sweep.cells) {  // Most are like their neighbours.
    if (cells.empty() || cells.back()[0] != cell) cells.push_back({cell, 0});
    cells.back()[1] = cells.back()[1].get<std::uint64_t>() + 1;
  }
  return {{"axes", std::move(axes)},
          {"runs_of_cell", sweep.runs_of_cell},
          {"results", std::move(results)},
          {"cells", std::move(cells)}};
}

Json left_out(const Summary& summary) {
  Json kinds = Json::array();
  for (const LeftOut& one : summary.left_out_by_kind) {
    kinds.push_back({{"severity", name_of(one.severity)}, {"kind", name_of(one.kind)}, {"count", one.count}});
  }
  return kinds;
}

Json groups(const Report& report) {
  Json list = Json::array();
  for (const FindingGroup& group : group_findings(report)) {
    Json fingerprints = Json::array();
    for (const std::size_t member : group.members) fingerprints.push_back(report.findings[member].fingerprint);
    list.push_back({{"title", group.title},
                    {"severity", name_of(group.severity)},
                    {"kind", name_of(group.kind)},
                    {"count", group.members.size()},
                    {"findings", std::move(fingerprints)}});
  }
  return list;
}

}  // namespace

Json finding_json(const Finding& finding) {
  Json json = {{"kind", name_of(finding.kind)}, {"severity", name_of(finding.severity)}};
  if (finding.space != Space::kNone) json["space"] = name_of(finding.space);
  if (finding.scope != Scope::kNone) json["scope"] = name_of(finding.scope);
  if (!finding.kernel.empty()) json["kernel"] = finding.kernel;
  if (finding.launch != 0) {
    json["launch"] = finding.launch;
    if (finding.device) json["device"] = *finding.device;
    json["grid"] = finding.grid;
    json["block_dim"] = finding.block_dim;
    if (!finding.launched.empty()) json["launched"] = places(finding.launched);
  }
  if (finding.object) {
    json["object"] = {{"name", finding.object->name},
                      {"bytes", finding.object->bytes},
                      {"declared", place(finding.object->declared)}};
    if (!finding.object->stack.empty()) json["object"]["stack"] = places(finding.object->stack);
    if (!finding.object->dimensions.empty()) json["object"]["dimensions"] = finding.object->dimensions;
  }
  if (finding.size != 0) {
    json["offset"] = finding.offset;
    json["size"] = finding.size;
    json["element"] = finding.element;
  }
  json["interval"] = finding.interval;
  if (finding.scope == Scope::kIntraBlock || finding.scope == Scope::kIntraWarp) {
    json["interval_begin"] = bound(finding.interval_begin);
    json["interval_end"] = bound(finding.interval_end);
  }
  json["occurrences"] = finding.occurrences;
  Json accesses = Json::array();
  for (const ThreadGroup& group : thread_groups(finding)) accesses.push_back(access(group));
  json["accesses"] = std::move(accesses);
  if (finding.timeline != nullptr) json["timeline"] = timeline_json(*finding.timeline);
  json["message"] = finding.message;
  json["hint"] = finding.hint;
  if (finding.seed) json["seed"] = *finding.seed;
  if (finding.runs != 0) json["runs"] = finding.runs;
  if (!finding.configuration.empty()) json["configuration"] = finding.configuration;
  if (!finding.repeat.empty()) json["repeat"] = finding.repeat;
  if (!finding.fingerprint.empty()) json["fingerprint"] = finding.fingerprint;
  if (!finding.program.empty()) json["program"] = finding.program;
  if (!finding.processes.empty()) json["processes"] = finding.processes;
  if (finding.proposal) {
    const FixProposal& proposal = *finding.proposal;
    json["proposal"] = {{"text", proposal.text}, {"verified", proposal.verified}, {"patch", proposal.patch}};
    if (!proposal.folder.empty()) json["proposal"]["folder"] = proposal.folder;
  }
  if (finding.suppressed) {
    const Suppression& suppressed = *finding.suppressed;
    json["suppressed"] = {{"kind", name_of(suppressed.kind)}, {"by", suppressed.by}, {"reason", suppressed.reason}};
  } else {
    json["suppression"] = rule_for(finding);
  }
  return json;
}

Json report_json(const Report& report) {
  const Summary& summary = report.summary;
  Json findings = Json::array();
  for (const Finding& finding : report.findings) findings.push_back(finding_json(finding));
  Json suppressed = Json::array();
  for (const Finding& finding : report.suppressed) suppressed.push_back(finding_json(finding));
  Json notes = Json::array();
  for (const Note& note : report.notes) notes.push_back({{"kind", name_of(note.kind)}, {"text", note.text}});
  Json kernels = Json::array();
  for (const LaunchedKernel& kernel : report.kernels) {
    kernels.push_back({{"name", kernel.name}, {"launches", kernel.launches}, {"checked", kernel.checked}});
  }
  Json document = {{"fencepost", {{"version", FENCEPOST_VERSION}, {"schema", kReportSchema}}},
                   {"summary",
                    {{"launches", summary.launches},
                     {"blocks", summary.blocks},
                     {"threads", summary.threads},
                     {"accesses", summary.accesses},
                     {"errors", summary.errors},
                     {"warnings", summary.warnings},
                     {"suppressed", summary.suppressed},
                     {"left_out", summary.left_out},
                     {"seconds", summary.seconds}}},
                   {"findings", std::move(findings)},
                   {"suppressed", std::move(suppressed)},
                   {"groups", groups(report)},
                   {"notes", std::move(notes)},
                   {"kernels", std::move(kernels)}};
  if (summary.library_operations != 0) document["summary"]["library_operations"] = summary.library_operations;
  if (!summary.left_out_by_kind.empty()) document["summary"]["left_out_by_kind"] = left_out(summary);
  if (summary.exit_status) document["summary"]["exit_status"] = *summary.exit_status;
  if (summary.runs != 0) document["summary"]["runs"] = summary.runs;
  if (const auto& sample = summary.sample) {
    document["summary"]["sample"] = {{"in_full", sample->in_full},
                                     {"in_part", sample->in_part},
                                     {"not_checked", sample->not_checked},
                                     {"blocks", sample->blocks}};
    if (sample->no_code != 0) document["summary"]["sample"]["no_code"] = sample->no_code;
  }
  if (const ProgramCall& program = report.program; !program.file.empty()) {
    document["program"] = {{"file", program.file}, {"arguments", program.arguments}};
    if (!program.compiler_arguments.empty()) document["program"]["compiler_arguments"] = program.compiler_arguments;
  }
  if (report.sweep != nullptr) document["sweep"] = sweep_json(*report.sweep);
  if (summary.processes != 0) document["summary"]["processes"] = summary.processes;
  if (!report.processes.empty()) {
    Json& processes = document["processes"] = Json::array();
    for (const ProcessRecord& process : report.processes) processes.push_back(process_json(process));
  }
  if (report.contracts) {
    const ContractSummary& contracts = *report.contracts;
    document["contracts"] = {{"clauses", contracts.clauses},
                             {"held", contracts.held},
                             {"failed", contracts.failed},
                             {"assumptions", contracts.assumptions},
                             {"not_evaluated", contracts.not_evaluated},
                             {"unsupported", contracts.unsupported}};
  }
  if (report.profile != nullptr) document["profile"] = profile_json(*report.profile);
  if (report.coverage != nullptr) document["coverage"] = coverage_json(*report.coverage);
  return document;
}

std::string render_json(const Report& report) {
  return report_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fencepost::detector
