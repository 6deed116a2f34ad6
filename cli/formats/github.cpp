#include "cli/formats/github.h"

#include <string_view>

#include "detector/model/names.h"
#include "detector/policy/source_root.h"
#include "detector/report/text.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

/// As the runner undoes it: in values of properties also what ends one.
std::string command_text(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    if (c == '%') {
      result += "%25";
    } else if (c == '\r') {
      result += "%0D";
    } else if (c == '\n') {
      result += "%0A";
    } else if (is_property && c == ':') {
      result += "%3A";
    } else if (is_property && c == ',') {
      result += "%2C";
    } else {
      result += c;
    }
  }
  return result;
}

std::string annotation(const Finding& finding, const SourceRoot& root, Symboliser& symboliser) {
  std::string text = finding.severity == Severity::kError ? "::error " : "::warning ";
  const auto locations = locations_of(finding);
  if (!locations.empty()) {
    text += "file=" + command_text(printable(root.file(locations.front()->file)), true) +
            ",line=" + std::to_string(locations.front()->line) + ",";
  }
  std::string title = finding.kernel.empty() ? spaced(name_of(finding.kind)) : headline(finding);
  std::string message = render_finding(finding, symboliser, {});
  message.pop_back();  // Its newline.
  return text + "title=" + command_text(cut(title, 200), true) + "::" + command_text(message, false) + "\n";
}

}  // namespace

std::string render_github(const Report& report, Symboliser& symboliser) {
  const SourceRoot root(report, symboliser);
  std::string text;
  for (const Finding& finding : report.findings) text += annotation(finding, root, symboliser);
  if (report.summary.left_out != 0) {
    text += "::notice title=fencepost::" + left_out_text(report.summary) + "\n";
  }
  for (const Note& note : report.notes)
    text += "::notice title=fencepost::" + command_text(printable(note.text), false) + "\n";
  return text + summary_line(report.summary) + "\n";
}

}  // namespace fencepost::cli
