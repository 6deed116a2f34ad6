#include "cli/formats/junit.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

#include "detector/model/names.h"
#include "detector/report/order.h"
#include "detector/report/processes.h"
#include "detector/report/text.h"
#include "detector/text/name_patterns.h"
#include "detector/text/text_layout.h"
#include "detector/text/xml_text.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

/// One test case.
struct Case {
  std::string name;
  std::string group;    ///< For services that list cases as a tree.
  std::string skipped;  ///< Why; empty if it ran.
  std::string error;    ///< Why nothing can be said; empty if something can.
  std::vector<const Finding*> failures, others;
  std::string left_out;  ///< Failures beyond --max-findings: of which kernels is not known.
  std::string output;    ///< Further lines.

  [[nodiscard]] bool fails() const { return error.empty() && (!failures.empty() || !left_out.empty()); }
};

bool is_failure(Severity severity, FailOn level) {
  if (level == FailOn::kNever) return false;
  return severity == Severity::kError || level == FailOn::kWarning;
}

constexpr int kNothingChecked = 4, kTimedOut = 124, kInterrupted = 130;

/// Why the exit status is not that of a program that went well, if no finding says so.
std::string bad_end(const Report& report) {
  const int status = report.summary.exit_status.value_or(0);
  if (!has_run(report.summary)) return "no kernel was launched, so nothing was checked";
  if (status == kTimedOut) return "the run was ended by --timeout";
  if (report.summary.errors + report.summary.warnings != 0 || status == 0) return {};
  if (status == kNothingChecked) {
    std::string nothing = nothing_checked(report);
    if (!nothing.empty()) return nothing;
  }
  if (status == kInterrupted) return "the run was interrupted";
  return "the program ended with exit status " + std::to_string(status);
}

/// The cases of these kernels and of the findings that `is_here`.
template <class IsHere>
std::vector<Case> cases_of(const Report& report, const std::vector<LaunchedKernel>& kernels, FailOn level,
                           IsHere is_here) {
  std::vector<Case> cases = {{.name = "program", .group = "fencepost"}};
  for (const LaunchedKernel& kernel : kernels) {
    cases.push_back({.name = kernel.name, .group = "fencepost." + plain_kernel_name(kernel.name)});
    if (!kernel.checked) cases.back().skipped = "--kernel left it out";
  }
  const auto case_of = [&](const Finding& finding) -> Case& {
    if (finding.kernel.empty()) return cases.front();
    const auto known =
        std::find_if(cases.begin() + 1, cases.end(), [&](const Case& each) { return each.name == finding.kernel; });
    if (known != cases.end()) return *known;
    return cases.emplace_back(Case{.name = finding.kernel, .group = "fencepost." + plain_kernel_name(finding.kernel)});
  };
  for (const Finding& finding : report.findings) {
    if (!is_here(finding)) continue;
    Case& owner = case_of(finding);
    (is_failure(finding.severity, level) ? owner.failures : owner.others).push_back(&finding);
  }
  for (const Finding& finding : report.suppressed) {
    if (!is_here(finding)) continue;
    case_of(finding).output +=
        "suppressed by " + printable(finding.suppressed->by) + ": " + headline(finding) + places_text(finding) + "\n";
  }
  return cases;
}

/// What --max-findings left out fails `of_the_run` if it would have failed a case.
void tell_left_out(const Report& report, FailOn level, Case& of_the_run) {
  const auto fails = [&](const LeftOut& one) { return is_failure(one.severity, level); };
  if (std::ranges::any_of(report.summary.left_out_by_kind, fails)) {
    of_the_run.left_out = left_out_text(report.summary);
  } else if (report.summary.left_out != 0) {
    of_the_run.output += "note: " + left_out_text(report.summary) + "\n";
  }
}

std::string notes_text(const Report& report) {
  std::string text;
  for (const Note& note : report.notes) text += "note: " + printable(note.text) + "\n";
  return text;
}

std::vector<Case> cases_of(const Report& report, FailOn level) {
  std::vector<Case> cases = cases_of(report, report.kernels, level, [](const Finding&) { return true; });
  cases.front().error = bad_end(report);
  tell_left_out(report, level, cases.front());
  cases.front().output += notes_text(report);
  return cases;
}

/// Likewise, of a process.
std::string bad_end(const ProcessRecord& process) {
  if (std::string end = end_text(process); !end.empty()) return end;
  if (process.errors + process.warnings != 0 || process.status == 0) return {};
  if (process.status == kTimedOut) return "the run was ended by --timeout";
  if (process.status == kInterrupted) return "the run was interrupted";
  return "the program ended with exit status " + std::to_string(process.status);
}

/// The cases of one program: of each of its processes one, and of each kernel.
std::vector<Case> cases_of_program(const Report& report, const std::string& program, FailOn level) {
  std::vector<LaunchedKernel> kernels;
  std::vector<Case> processes;
  std::set<std::uint32_t> numbers;
  const std::string group = "fencepost." + std::filesystem::path(program).filename().string();
  for (const ProcessRecord& process : report.processes) {
    const auto number = static_cast<std::uint32_t>(&process - report.processes.data() + 1);
    if (process.program != program) continue;
    numbers.insert(number);
    processes.push_back({.name = command_text(process), .group = group, .error = bad_end(process)});
    if (process.launches == 0) processes.back().skipped = "it launched no kernel";
    for (const LaunchedKernel& kernel : process.kernels) {
      const auto known = std::ranges::find(kernels, kernel.name, &LaunchedKernel::name);
      if (known == kernels.end()) {
        kernels.push_back(kernel);
      } else {
        known->checked = known->checked || kernel.checked;
      }
    }
  }
  const auto is_here = [&](const Finding& finding) {
    return std::ranges::any_of(finding.processes, [&](std::uint32_t number) { return numbers.contains(number); });
  };
  std::vector<Case> cases = cases_of(report, kernels, level, is_here);
  Case& outside = cases.front();
  outside.name = "outside of kernels";
  const bool is_needed = !outside.failures.empty() || !outside.others.empty() || !outside.output.empty();
  if (!is_needed) cases.erase(cases.begin());
  for (Case& each : cases) each.group = group + each.group.substr(std::string_view("fencepost").size());
  cases.insert(cases.begin(), std::make_move_iterator(processes.begin()), std::make_move_iterator(processes.end()));
  return cases;
}

struct Suite {
  std::string name;
  std::vector<Case> cases;
};

std::vector<Suite> suites_of(const Report& report, FailOn level) {
  if (report.processes.empty()) return {{"fencepost", cases_of(report, level)}};
  std::vector<Suite> suites;
  std::set<std::string> programs;
  for (const ProcessRecord& process : report.processes) {
    if (programs.insert(process.program).second) {
      suites.push_back({process.program, cases_of_program(report, process.program, level)});
    }
  }
  if (report.notes.empty() && report.summary.left_out == 0) return suites;
  Case notes{.name = "notes", .group = "fencepost"};
  tell_left_out(report, level, notes);
  notes.output += notes_text(report);
  suites.push_back({"fencepost", {std::move(notes)}});
  return suites;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_attribute(value) + "\"";
}

std::string failure_xml(const Case& failed, Symboliser& symboliser) {
  const std::vector<const Finding*>& findings = failed.failures;
  std::string summary, text;
  if (!findings.empty()) summary = headline(*findings.front()) + places_text(*findings.front());
  if (findings.size() > 1) summary += ", and " + count_of(findings.size() - 1, "finding", "findings") + " more";
  for (const Finding* finding : findings) text += "\n" + render_finding(*finding, symboliser, {});
  if (!failed.left_out.empty()) {
    summary += (summary.empty() ? "" : "; ") + failed.left_out;
    text += "\n" + failed.left_out + "\n";
  }
  const std::string_view type = findings.empty() ? "left-out" : name_of(findings.front()->kind);
  return "    <failure" + attribute("message", summary) + attribute("type", type) + ">" + xml_text(text) +
         "</failure>\n";
}

std::string case_xml(const Case& each, Symboliser& symboliser) {
  std::string xml = "  <testcase" + attribute("classname", each.group) + attribute("name", each.name) + " time=\"0\"";
  std::string inside;
  // One at most: many readers take no more.
  if (!each.error.empty()) {
    inside += "    <error" + attribute("message", each.error) + attribute("type", "run") + "/>\n";
  } else if (each.fails()) {
    inside += failure_xml(each, symboliser);
  } else if (!each.skipped.empty()) {
    inside += "    <skipped" + attribute("message", each.skipped) + "/>\n";
  }
  std::string output = each.output;
  if (!each.fails()) {
    if (!each.left_out.empty()) output += each.left_out + "\n";
    for (const Finding* finding : each.failures) output += render_finding(*finding, symboliser, {});
  }
  for (const Finding* finding : each.others) output += render_finding(*finding, symboliser, {});
  if (!output.empty()) inside += "    <system-out>" + xml_text(output) + "</system-out>\n";
  return inside.empty() ? xml + "/>\n" : xml + ">\n" + inside + "  </testcase>\n";
}

}  // namespace

std::string render_junit(const Report& report, Symboliser& symboliser, FailOn fail_on) {
  const std::vector<Suite> suites = suites_of(report, fail_on);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", report.summary.seconds);
  const auto totals = [&](const std::string& name, const std::vector<const Case*>& cases) {
    const auto count = [&](auto is) {
      return std::to_string(std::ranges::count_if(cases, [&](const Case* each) { return is(*each); }));
    };
    return attribute("name", name) + attribute("tests", std::to_string(cases.size())) +
           attribute("failures", count([](const Case& each) { return each.fails(); })) +
           attribute("errors", count([](const Case& each) { return !each.error.empty(); })) +
           attribute("skipped", count([](const Case& each) {
                       return !each.skipped.empty() && each.error.empty() && !each.fails();
                     })) +
           attribute("time", seconds);
  };
  std::vector<const Case*> all;
  std::string xml;
  for (const Suite& suite : suites) {
    std::vector<const Case*> own;
    for (const Case& each : suite.cases) own.push_back(&each);
    all.insert(all.end(), own.begin(), own.end());
    xml += "<testsuite" + totals(suite.name, own) + ">\n";
    for (const Case& each : suite.cases) xml += case_xml(each, symboliser);
    xml += "</testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + totals("fencepost", all) + ">\n" + xml +
         "</testsuites>\n";
}

}  // namespace fencepost::cli
