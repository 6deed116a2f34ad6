#include "detector/report_json.h"

#include <nlohmann/json.hpp>

#include "detector/names.h"
#include "detector/profile_json.h"
#include "detector/suppressions.h"
#include "detector/thread_groups.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

Json place(const Location& location) {
  if (location.line == 0 && location.file.empty() && location.function.empty()) return nullptr;
  Json json;
  if (location.line != 0) json = {{"file", location.file}, {"line", location.line}};
  if (!location.function.empty()) json["function"] = location.function;
  return json;
}

Json bound(const Bound& bound) { return bound ? place(*bound) : Json(nullptr); }

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
  Json stack = Json::array();
  for (const Location& frame : first.stack) stack.push_back(place(frame));
  json["stack"] = std::move(stack);
  return json;
}

}  // namespace

Json finding_json(const Finding& finding) {
  Json json = {{"kind", name_of(finding.kind)}, {"severity", name_of(finding.severity)}};
  if (finding.space != Space::kNone) json["space"] = name_of(finding.space);
  if (finding.scope != Scope::kNone) json["scope"] = name_of(finding.scope);
  if (!finding.kernel.empty()) json["kernel"] = finding.kernel;
  if (finding.launch != 0) {
    json["launch"] = finding.launch;
    json["grid"] = finding.grid;
    json["block_dim"] = finding.block_dim;
  }
  if (finding.object) {
    json["object"] = {{"name", finding.object->name},
                      {"bytes", finding.object->bytes},
                      {"declared", place(finding.object->declared)}};
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
  json["message"] = finding.message;
  json["hint"] = finding.hint;
  if (finding.seed) json["seed"] = *finding.seed;
  if (finding.runs != 0) json["runs"] = finding.runs;
  if (!finding.configuration.empty()) json["configuration"] = finding.configuration;
  if (!finding.repeat.empty()) json["repeat"] = finding.repeat;
  if (!finding.fingerprint.empty()) json["fingerprint"] = finding.fingerprint;
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
                   {"notes", std::move(notes)},
                   {"kernels", std::move(kernels)}};
  if (summary.exit_status) document["summary"]["exit_status"] = *summary.exit_status;
  if (summary.runs != 0) document["summary"]["runs"] = summary.runs;
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
  return document;
}

std::string render_json(const Report& report) {
  return report_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fencepost::detector
