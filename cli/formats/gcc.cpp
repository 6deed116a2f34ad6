#include "cli/formats/gcc.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/policy/source_root.h"
#include "detector/report/text.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

constexpr std::size_t kLongestText = 400;  ///< Names of instantiated templates can fill a page.

class Diagnostics {
 public:
  explicit Diagnostics(Symboliser& symboliser) : symboliser_(symboliser) {}

  /// One line; `place` without a line number is none.
  void add(const Location* place, std::string_view level, const std::string& what, std::string_view kind = {}) {
    text_ += place == nullptr || place->line == 0 ? "fencepost" : place_of(*place);
    text_ += ": " + std::string(level) + ": " + cut(what, kLongestText);
    if (!kind.empty()) text_ += " [" + std::string(kind) + "]";
    text_ += "\n";
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string place_of(const Location& place) {
    const std::string source = symboliser_.source_text(place).value_or("");
    const std::size_t blanks = source.find_first_not_of(" \t");
    const std::size_t column = blanks == std::string::npos ? 1 : blanks + 1;
    return printable(file(place.file)) + ":" + std::to_string(place.line) + ":" + std::to_string(column);
  }

  const std::string& file(const std::string& name) {
    const auto [known, is_new] = files_.try_emplace(name, name);
    if (is_new && ::access(name.c_str(), R_OK) != 0) known->second = symboliser_.full_path(name);
    return known->second;
  }

  Symboliser& symboliser_;
  std::map<std::string, std::string> files_;  ///< By name in the report.
  std::string text_;
};

/// "write by thread 0 of block 0"
std::string side_text(const Finding& finding, const ThreadGroup& group) {
  const std::string label = access_label(finding, group.first->kind);
  return is_of_host(finding) && group.first->by.empty() ? label : label + " by " + who_text(finding, group);
}

void add_calls(Diagnostics& lines, const FindingAccess& access) {
  for (std::size_t i = 1; i < access.stack.size(); ++i) {
    const std::string& function = access.stack[i].function;
    lines.add(&access.stack[i], "note", "called from here" + (function.empty() ? "" : ", in " + function));
  }
}

void add_diagnostics_of(Diagnostics& lines, const Finding& finding) {
  const auto places = locations_of(finding);
  const Location* place = places.empty() ? nullptr : places.front();
  const std::vector<ThreadGroup> sides = thread_groups(finding);
  std::string what = headline(finding);
  if (finding.kind == Kind::kRace && finding.severity == Severity::kError && !sides.empty()) {
    what += ": " + side_text(finding, sides.front());
  } else {
    what += ": " + finding.message;
  }
  lines.add(place, name_of(finding.severity), what, name_of(finding.kind));
  const std::size_t told = finding.kind == Kind::kRace ? 1 : 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const FindingAccess& access = *sides[i].first;
    const bool is_said = i < told && finding.severity == Severity::kError;
    if (!is_said && (access.location.line != 0 || !is_of_host(finding))) {
      lines.add(access.location.line != 0 ? &access.location : place, "note", side_text(finding, sides[i]));
    }
    add_calls(lines, access);
  }
  if (finding.object && finding.object->declared.line != 0) {
    const std::string& name = finding.object->name;
    lines.add(&finding.object->declared, "note",
              (name.empty() ? "the memory" : name) + ", " + count_of(finding.object->bytes, "byte", "bytes") +
                  ", comes from here");
  }
  if (!finding.hint.empty()) lines.add(place, "note", finding.hint);
}

}  // namespace

std::string render_gcc(const Report& report, Symboliser& symboliser) {
  Diagnostics lines(symboliser);
  for (const Finding& finding : report.findings) add_diagnostics_of(lines, finding);
  if (report.summary.left_out != 0) lines.add(nullptr, "note", left_out_text(report.summary));
  for (const Note& note : report.notes) lines.add(nullptr, "note", note.text);
  return lines.text() + summary_line(report.summary) + "\n";
}

}  // namespace fencepost::cli
