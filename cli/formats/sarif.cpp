#include "cli/formats/sarif.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/formats/patched_lines.h"
#include "cli/formats/sarif_log.h"
#include "detector/model/coverage.h"
#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/policy/source_root.h"
#include "detector/report/order.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_groups.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

using Json = SarifJson;

constexpr char kNotRun[] = "not-run";  ///< A rule: lines that never ran.

/// What names are cut to in messages; in full they are in the run's logicalLocations, once.
constexpr std::size_t kLongestName = 100, kLongestPhrase = 300;

class Log {
 public:
  Log(const Report& report, Symboliser& symboliser)
      : report_(report), sources_(SourceRoot(report, symboliser), symboliser) {}

  std::string text() {
    Json results = Json::array();
    for (const Finding& finding : report_.findings) results.push_back(result(finding));
    for (const Finding& finding : report_.suppressed) results.push_back(result(finding));
    for (const FindingGroup& group : group_findings(report_)) {
      if (group.members.size() == 1) continue;
      for (const std::size_t member : group.members) {
        Json& properties = results[member]["properties"];
        properties["groupId"] = report_.findings[group.members.front()].fingerprint;
        properties["group"] = group.title;
      }
    }
    Json rules = Json::array();
    for (const Kind kind : kinds_) rules.push_back(sarif_rule(kind));
    if (add_lines_not_run(rules.size(), results)) rules.push_back(rule_of_lines_not_run());
    return sarif_log(sources_, std::move(rules), invocation(), std::move(functions_), std::move(results));
  }

 private:
  /// False if only a part was checked, or nothing.
  [[nodiscard]] bool was_completed() const {
    const Summary& summary = report_.summary;
    const bool timed_out =
        std::ranges::find(report_.findings, Kind::kTimeout, &Finding::kind) != report_.findings.end();
    constexpr int kFirstAbnormal = 124;  // Unless the user has chosen it for findings.
    const bool ended = summary.exit_status.value_or(0) >= kFirstAbnormal && summary.errors + summary.warnings == 0;
    return !timed_out && !ended && has_run(summary);
  }

  [[nodiscard]] Json invocation() const {
    Json json;
    if (report_.summary.exit_status) json["exitCode"] = *report_.summary.exit_status;
    json["executionSuccessful"] = was_completed();
    Json of_run = Json::array(), of_options = Json::array();
    for (const Note& note : report_.notes) {
      const bool is_of_run =
          note.kind == Note::Kind::kRunEnded || note.kind == Note::Kind::kContract || note.kind == Note::Kind::kProcess;
      (is_of_run ? of_run : of_options)
          .push_back({{"level", note.kind == Note::Kind::kContract ? "note" : "warning"},
                      {"descriptor", {{"id", name_of(note.kind)}}},
                      {"message", sarif_message(sarif_text(note.text))}});
    }
    if (report_.summary.left_out != 0) {
      of_run.push_back({{"level", "warning"}, {"message", sarif_message(left_out_text(report_.summary))}});
    }
    if (!of_run.empty()) json["toolExecutionNotifications"] = std::move(of_run);
    if (!of_options.empty()) json["toolConfigurationNotifications"] = std::move(of_options);
    return json;
  }

  /// Refers to the function's entry in the run's logicalLocations, which has its name in full. A name that is not long
  /// also stands here, for readers that do not look there.
  Json function(const std::string& name) {
    Json json = {{"index", number_of(name)}};
    if (width_of(name) <= kLongestName) json["fullyQualifiedName"] = name;
    return json;
  }

  std::size_t number_of(const std::string& function) {
    const auto [known, is_new] = function_numbers_.try_emplace(function, functions_.size());
    if (is_new) functions_.push_back({{"fullyQualifiedName", function}, {"kind", "function"}});
    return known->second;
  }

  Json place(const Location& location, const std::string& text) {
    Json json = Json::object();
    if (location.line != 0) json["physicalLocation"] = sources_.physical(location);
    if (!location.function.empty()) {
      json["logicalLocations"] = sarif_list(function(location.function));
    }
    if (!text.empty()) json["message"] = sarif_message(text);
    return json;
  }

  /// What one side does, and by whom.
  static std::string deed(const Finding& finding, const ThreadGroup& group) {
    const std::string who = is_of_host(finding) && group.first->by.empty() ? "the host" : who_text(finding, group);
    return cut(access_label(finding, group.first->kind) + " by " + who, kLongestPhrase);
  }

  Json thread_flow(const Finding& finding, const ThreadGroup& group) {
    const FindingAccess& access = *group.first;
    const bool in_interval = finding.scope == Scope::kIntraBlock || finding.scope == Scope::kIntraWarp;
    Json steps = Json::array();
    const auto add = [&](const Location& location, const std::string& text, const char* importance, std::size_t level) {
      steps.push_back({{"location", place(location, text)}, {"nestingLevel", level}, {"importance", importance}});
    };
    if (in_interval && finding.interval_begin) add(*finding.interval_begin, "barrier before it", "important", 0);
    const auto& stack = access.stack;
    for (std::size_t i = stack.size(); i-- > 1;) {
      add(stack[i], "calls " + sarif_text(cut(stack[i - 1].function, kLongestName)), "important", stack.size() - 1 - i);
    }
    add(access.location, sarif_text(deed(finding, group)), "essential", stack.empty() ? 0 : stack.size() - 1);
    if (in_interval && finding.interval_end) add(*finding.interval_end, "barrier after it", "important", 0);
    return {{"message", sarif_message(sarif_text(cut(who_text(finding, group), kLongestPhrase)))},
            {"locations", std::move(steps)}};
  }

  Json stack_of(const std::vector<Location>& stack, const std::string& text) {
    Json frames = Json::array();
    for (const Location& frame : stack) frames.push_back({{"location", place(frame, "")}});
    return {{"message", sarif_message(sarif_text(text))}, {"frames", std::move(frames)}};
  }

  Json properties(const Finding& finding) {
    Json json = Json::object();
    if (finding.scope != Scope::kNone) json["scope"] = name_of(finding.scope);
    if (finding.space != Space::kNone) json["space"] = name_of(finding.space);
    if (!finding.kernel.empty()) {
      json["kernel"] = cut(finding.kernel, kLongestName);
      json["kernelIndex"] = number_of(finding.kernel);
    }
    if (finding.object) json["object"] = finding.object->name;
    if (!finding.element.empty()) json["element"] = finding.element;
    if (finding.launch != 0) {
      json["launch"] = finding.launch;
      json["grid"] = finding.grid;
      json["blockDim"] = finding.block_dim;
    }
    json["interval"] = finding.interval;
    if (finding.seed) json["seed"] = *finding.seed;
    if (finding.runs != 0) json["runs"] = finding.runs;
    if (!finding.program.empty()) json["program"] = finding.program;
    if (!finding.processes.empty()) json["processes"] = finding.processes;
    if (!finding.hint.empty()) json["hint"] = finding.hint;
    return json;
  }

  static Json suppression(const Suppression& suppressed) {
    std::string why = suppressed.by;
    if (!suppressed.reason.empty()) why += ": " + suppressed.reason;
    const bool in_source = suppressed.kind == Suppression::Kind::kComment;
    return {{"kind", in_source ? "inSource" : "external"}, {"justification", why}};
  }

  /// A fix (§3.55) that makes what the patch makes.
  Json fix(const FixProposal& proposal) {
    Json changes = Json::array();
    for (const PatchedFile& file : patched_files(proposal.patch)) {
      Json replacements = Json::array();
      for (const PatchedLines& lines : file.changes) {
        // Whole lines, to the begin of the line behind them.
        Json region = {
            {"startLine", lines.first}, {"startColumn", 1}, {"endLine", lines.first + lines.removed}, {"endColumn", 1}};
        replacements.push_back({{"deletedRegion", std::move(region)}, {"insertedContent", sarif_message(lines.added)}});
      }
      const std::string name = proposal.folder.empty() ? file.name : proposal.folder + "/" + file.name;
      changes.push_back({{"artifactLocation", sources_.artifact(name)}, {"replacements", std::move(replacements)}});
    }
    return {{"description", sarif_message(sarif_text(sarif_sentence(proposal.text)))},
            {"artifactChanges", std::move(changes)}};
  }

  Json result(const Finding& finding) {
    auto rule = std::ranges::find(kinds_, finding.kind);
    if (rule == kinds_.end()) rule = kinds_.insert(kinds_.end(), finding.kind);
    const char* level = finding.severity == Severity::kError ? "error" : "warning";
    Json json = {
        {"ruleId", name_of(finding.kind)}, {"ruleIndex", rule - kinds_.begin()}, {"kind", "fail"}, {"level", level}};
    std::string text = sarif_text(cut(headline(finding), kLongestPhrase));
    Json related = Json::array(), flows = Json::array(), stacks = Json::array();
    Json locations = Json::array();
    for (const ThreadGroup& group : thread_groups(finding)) {
      const FindingAccess& access = *group.first;
      text += (flows.empty() ? ": " : ", ");
      if (access.location.line != 0) {
        const std::size_t id = related.size() + 1;
        // Labels and places hold no brackets, except file names.
        text += sarif_text(deed(finding, group)) + " at " + sarif_link(place_text(access.location), id);
        Json other = place(access.location, sarif_text(deed(finding, group)));
        other["id"] = id;
        related.push_back(std::move(other));
        if (locations.empty()) locations.push_back(place(access.location, ""));
      } else {
        text += sarif_text(deed(finding, group));
      }
      flows.push_back(thread_flow(finding, group));
      if (access.stack.size() > 1) stacks.push_back(stack_of(access.stack, deed(finding, group)));
    }
    if (!finding.launched.empty()) {
      stacks.push_back(stack_of(finding.launched, "launch " + std::to_string(finding.launch)));
    }
    if (finding.object && !finding.object->stack.empty()) {
      stacks.push_back(stack_of(finding.object->stack, "allocation of " + finding.object->name));
    }
    if (finding.object && finding.object->declared.line != 0) {
      Json object =
          place(finding.object->declared, sarif_text(finding.object->name + " is declared or allocated here"));
      object["id"] = related.size() + 1;
      if (locations.empty()) locations.push_back(place(finding.object->declared, ""));
      related.push_back(std::move(object));
    }
    text += ". " + sarif_text(sarif_sentence(finding.message));
    if (!finding.hint.empty()) text += " Hint: " + sarif_text(finding.hint) + ".";
    json["message"] = sarif_message(text);
    if (!locations.empty()) json["locations"] = std::move(locations);
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    if (!flows.empty()) json["codeFlows"] = sarif_list({{"threadFlows", std::move(flows)}});
    if (!stacks.empty()) json["stacks"] = std::move(stacks);
    if (finding.occurrences != 0) json["occurrenceCount"] = finding.occurrences;
    if (!finding.fingerprint.empty()) {
      json["partialFingerprints"] = {{"fencepostFinding/v1", finding.fingerprint},
                                     {"primaryLocationLineHash", finding.fingerprint}};
    }
    if (finding.proposal && finding.proposal->verified) json["fixes"] = sarif_list(fix(*finding.proposal));
    if (finding.suppressed) json["suppressions"] = sarif_list(suppression(*finding.suppressed));
    json["properties"] = properties(finding);
    return json;
  }

  static Json rule_of_lines_not_run() {
    const char* const meaning =
        "What a run does not execute, it does not check: of these lines nothing is known. They are told by --coverage.";
    return {{"id", kNotRun},
            {"name", "NotRun"},
            {"shortDescription", sarif_message("Device code that never ran.")},
            {"fullDescription", sarif_message(meaning)},
            {"help", {{"text", meaning}, {"markdown", meaning}}},
            {"defaultConfiguration", {{"level", "note"}}},
            {"properties", {{"tags", {"cuda", "coverage"}}, {"problem.severity", "recommendation"}}}};
  }

  /// A note for lines one behind the other that never ran, or for a function that no thread came into. False if there
  /// are none, or nobody asked.
  bool add_lines_not_run(std::size_t rule, Json& results) {
    const std::size_t before = results.size();
    if (report_.coverage == nullptr) return false;
    for (const CoveredFunction& function : report_.coverage->functions) {
      const auto add = [&](std::uint32_t first, std::uint32_t last, const std::string& text) {
        Json at = place({.file = function.file, .line = first, .function = function.name}, "");
        if (last > first) at["physicalLocation"]["region"] = {{"startLine", first}, {"endLine", last}};
        results.push_back({{"ruleId", kNotRun},
                           {"ruleIndex", rule},
                           {"kind", "fail"},
                           {"level", "note"},
                           {"message", sarif_message(sarif_text(text))},
                           {"locations", sarif_list(std::move(at))}});
      };
      if (!function.ran) {
        add(function.line, function.line, "No thread came into " + cut(function.name, kLongestName) + ".");
        continue;
      }
      for (std::size_t i = 0; i < function.lines.size(); ++i) {
        if (function.lines[i].ran) continue;
        const std::uint32_t first = function.lines[i].line;
        while (i + 1 < function.lines.size() && !function.lines[i + 1].ran) ++i;
        const std::uint32_t last = function.lines[i].line;
        const std::string which = first == last ? "Line " + std::to_string(first)
                                                : "Lines " + std::to_string(first) + " to " + std::to_string(last);
        add(first, last, which + " of " + cut(function.name, kLongestName) + " never ran.");
      }
    }
    return results.size() != before;
  }

  const Report& report_;
  SarifSources sources_;
  std::vector<Kind> kinds_;         ///< Those that occur: the rules.
  Json functions_ = Json::array();  ///< The run's logicalLocations.
  std::map<std::string, std::size_t> function_numbers_;
};

}  // namespace

std::string render_sarif(const Report& report, Symboliser& symboliser) { return Log(report, symboliser).text(); }

}  // namespace fencepost::cli
