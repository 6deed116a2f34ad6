#include "detector/report_junit.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include "detector/finding_text.h"
#include "detector/name_patterns.h"
#include "detector/names.h"
#include "detector/report_order.h"
#include "detector/report_text.h"
#include "detector/text_layout.h"
#include "detector/xml_text.h"

namespace fencepost::detector {
namespace {

/// One test case.
struct Case {
  std::string name;
  std::string group;    ///< For services that list cases as a tree.
  std::string skipped;  ///< Why; empty if it ran.
  std::string error;    ///< Why nothing can be said; empty if something can.
  std::vector<const Finding*> failures, others;
  std::string output;  ///< Further lines.

  [[nodiscard]] bool fails() const { return error.empty() && !failures.empty(); }
};

bool is_failure(const Finding& finding, FailOn level) {
  if (level == FailOn::kNever) return false;
  return finding.severity == Severity::kError || level == FailOn::kWarning;
}

/// Why the exit status is not that of a program that went well, if no finding says so.
std::string bad_end(const Report& report) {
  constexpr int kNothingChecked = 4, kTimedOut = 124, kInterrupted = 130;
  if (report.summary.launches == 0) return "no kernel was launched, so nothing was checked";
  const int status = report.summary.exit_status.value_or(0);
  if (status == kTimedOut) return "the run was ended by --timeout";
  if (report.summary.errors + report.summary.warnings != 0 || status == 0) return {};
  if (status == kNothingChecked) {
    const std::string nothing = nothing_checked(report);
    if (!nothing.empty()) return nothing;
  }
  if (status == kInterrupted) return "the run was interrupted";
  return "the program ended with exit status " + std::to_string(status);
}

std::vector<Case> cases_of(const Report& report, FailOn level) {
  std::vector<Case> cases = {{.name = "program", .group = "fencepost", .error = bad_end(report)}};
  for (const LaunchedKernel& kernel : report.kernels) {
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
    Case& owner = case_of(finding);
    (is_failure(finding, level) ? owner.failures : owner.others).push_back(&finding);
  }
  for (const Finding& finding : report.suppressed) {
    case_of(finding).output +=
        "suppressed by " + printable(finding.suppressed->by) + ": " + headline(finding) + places_text(finding) + "\n";
  }
  for (const Note& note : report.notes) cases.front().output += "note: " + printable(note.text) + "\n";
  return cases;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_attribute(value) + "\"";
}

std::string failure_xml(const std::vector<const Finding*>& findings, Symboliser& symboliser) {
  const Finding& first = *findings.front();
  std::string summary = headline(first) + places_text(first);
  if (findings.size() > 1) summary += ", and " + count_of(findings.size() - 1, "finding", "findings") + " more";
  std::string text;
  for (const Finding* finding : findings) text += "\n" + render_finding(*finding, symboliser, {});
  return "    <failure" + attribute("message", summary) + attribute("type", name_of(first.kind)) + ">" +
         xml_text(text) + "</failure>\n";
}

std::string case_xml(const Case& each, Symboliser& symboliser) {
  std::string xml = "  <testcase" + attribute("classname", each.group) + attribute("name", each.name) + " time=\"0\"";
  std::string inside;
  // One at most: many readers take no more.
  if (!each.error.empty()) {
    inside += "    <error" + attribute("message", each.error) + attribute("type", "run") + "/>\n";
  } else if (each.fails()) {
    inside += failure_xml(each.failures, symboliser);
  } else if (!each.skipped.empty()) {
    inside += "    <skipped" + attribute("message", each.skipped) + "/>\n";
  }
  std::string output = each.output;
  if (!each.fails()) {
    for (const Finding* finding : each.failures) output += render_finding(*finding, symboliser, {});
  }
  for (const Finding* finding : each.others) output += render_finding(*finding, symboliser, {});
  if (!output.empty()) inside += "    <system-out>" + xml_text(output) + "</system-out>\n";
  return inside.empty() ? xml + "/>\n" : xml + ">\n" + inside + "  </testcase>\n";
}

}  // namespace

std::string render_junit(const Report& report, Symboliser& symboliser, FailOn fail_on) {
  const std::vector<Case> cases = cases_of(report, fail_on);
  const auto count = [&](auto is) { return std::to_string(std::ranges::count_if(cases, is)); };
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", report.summary.seconds);
  const std::string totals =
      attribute("name", "fencepost") + attribute("tests", std::to_string(cases.size())) +
      attribute("failures", count([](const Case& each) { return each.fails(); })) +
      attribute("errors", count([](const Case& each) { return !each.error.empty(); })) +
      attribute("skipped",
                count([](const Case& each) { return !each.skipped.empty() && each.error.empty() && !each.fails(); })) +
      attribute("time", seconds);
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + totals + ">\n<testsuite" + totals + ">\n";
  for (const Case& each : cases) xml += case_xml(each, symboliser);
  return xml + "</testsuite>\n</testsuites>\n";
}

}  // namespace fencepost::detector
