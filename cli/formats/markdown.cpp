#include "cli/formats/markdown.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "detector/model/names.h"
#include "detector/policy/source_root.h"
#include "detector/report/text.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

constexpr std::size_t kLongestTitle = 120;  ///< Names of instantiated templates can fill a page.

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0, here = 0;
  for (const char c : text) {
    here = c == wanted ? here + 1 : 0;
    longest = std::max(longest, here);
  }
  return longest;
}

/// A code span (CommonMark 0.31, 6.1) for a cell of a table, where `|` ends the cell even in a span.
std::string code(std::string_view text) {
  std::string inner;
  for (const char c : printable(text)) inner += c == '|' ? std::string("\\|") : std::string(1, c);
  const std::string quotes(longest_run(inner, '`') + 1, '`');
  const bool touches = inner.starts_with('`') || inner.ends_with('`');
  return quotes + (touches ? " " : "") + inner + (touches ? " " : "") + quotes;
}

/// For the text of an HTML element.
std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return result;
}

/// A fenced block (6.4) that nothing in the text can end.
std::string block(std::string_view text) {
  const std::string fence(std::max<std::size_t>(longest_run(text, '`') + 1, 3), '`');
  return fence + "text\n" + std::string(text) + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string title(const Finding& finding) {
  return cut(finding.kernel.empty() ? spaced(name_of(finding.kind)) : headline(finding), kLongestTitle);
}

/// Where its sides are; without any, the place that is told first.
std::string places(const Finding& finding, const SourceRoot& root) {
  std::vector<std::string> names;
  const auto add = [&](const Location& place) {
    const std::string name = root.file(place.file) + ":" + std::to_string(place.line);
    if (place.line != 0 && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const FindingAccess& access : finding.accesses) add(access.location);
  const auto all = locations_of(finding);
  if (names.empty() && !all.empty()) add(*all.front());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + code(name);
  return text;
}

std::string verdict(const Summary& summary) {
  const auto counted = [](std::uint64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  if (summary.errors != 0) return counted(summary.errors, "error") + ", " + counted(summary.warnings, "warning");
  if (summary.warnings != 0) return counted(summary.warnings, "warning");
  return "no findings";
}

}  // namespace

std::string render_markdown(const Report& report, Symboliser& symboliser, std::size_t most) {
  const SourceRoot root(report, symboliser);
  std::string text = "### Fencepost: " + verdict(report.summary) + "\n\n" + block(summary_line(report.summary));
  std::string table, details;
  std::size_t shown = 0;
  for (const Finding& finding : report.findings) {
    const std::string severity(name_of(finding.severity));
    const std::string row = "| " + severity + " | " + code(title(finding)) + " | " + places(finding, root) + " |\n";
    const std::string detail = "<details><summary>" + severity + ": " + html_text(title(finding)) + "</summary>\n\n" +
                               block(render_finding(finding, symboliser, {})) + "\n</details>\n";
    if (text.size() + table.size() + details.size() + row.size() + detail.size() > most) break;
    table += row;
    details += detail;
    ++shown;
  }
  if (shown != 0) text += "\n| | what | where |\n|---|---|---|\n" + table + "\n" + details;
  if (shown != report.findings.size())
    text += "\n" + std::to_string(report.findings.size() - shown) + " more findings are too long for this summary.\n";
  std::string notes;
  if (report.summary.left_out != 0) notes += left_out_text(report.summary) + "\n";
  for (const Note& note : report.notes) notes += printable(note.text) + "\n";
  return notes.empty() ? text : text + "\n" + block(notes);
}

}  // namespace fencepost::cli
