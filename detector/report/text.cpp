#include "detector/report/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "detector/coverage/coverage_json.h"
#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/policy/suppressions.h"
#include "detector/report/processes.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_groups.h"
#include "detector/wording/finding_text.h"

namespace fencepost::detector {
namespace {

/// In which runs it was seen, and how to see it again.
std::string runs_text(const Finding& finding, std::uint64_t runs) {
  const std::string seed = finding.seed ? "with --schedule random --seed " + std::to_string(*finding.seed) : "";
  if (finding.runs == 0) return seed;
  if (!finding.configuration.empty()) {
    return "in " + with_commas(finding.runs) + " of " + count_of(runs, "run", "runs") + ", first with " +
           finding.configuration + "; repeat: " + finding.repeat;
  }
  if (finding.runs == runs) return "in each of " + count_of(runs, "run", "runs");
  const std::string where = "in " + with_commas(finding.runs) + " of " + count_of(runs, "run", "runs");
  return seed.empty() ? where : where + "; repeat " + seed + " --jobs 1";
}

std::string occurrence_text(const Finding& finding) {
  if (finding.launch == 0) return {};
  std::string text = finding.occurrences == 1 ? "once, in" : with_commas(finding.occurrences) + " times, first in";
  text += " launch " + with_commas(finding.launch);
  if (finding.device) text += " on device " + std::to_string(*finding.device);
  if (finding.grid[0] != 0) text += " <<<" + extent_text(finding.grid) + ", " + extent_text(finding.block_dim) + ">>>";
  if (!finding.launched.empty()) text += " at " + place_text(finding.launched.front());
  return text;
}

/// One label and what stands beside it.
struct Row {
  std::string label;
  std::string place;  ///< Aligned in a column of its own, before the text.
  std::string text;
  bool is_source = false;  ///< Source text is cut where prose is wrapped.
};

/// `text` in `columns`, giving up a comment at its end before any code.
std::string fitted_source(std::string_view text, std::size_t columns) {
  if (width_of(text) > columns) {
    const std::string_view code = text.substr(0, text.rfind("//"));
    const std::size_t end = code.find_last_not_of(" \t");
    if (end != std::string_view::npos) text = code.substr(0, end + 1);
  }
  return cut(text, columns);
}

class FindingText {
 public:
  FindingText(const Finding& finding, std::uint64_t runs, Symboliser& symboliser, const TextStyle& style)
      : finding_(finding), runs_(runs), symboliser_(symboliser), style_(style) {}

  /// `others` are of the same cause.
  std::string render(const std::vector<const Finding*>& others = {}) {
    add_accesses();
    add_circumstances();
    add_others(others);
    const Colour colour = finding_.severity == Severity::kError ? Colour::kError : Colour::kWarning;
    const std::string severity = std::string(name_of(finding_.severity)) + ":";
    std::string result = coloured(severity, colour, style_.colour) + " ";
    result +=
        coloured(wrapped(clipped_headline(), severity.size() + 1, style_.columns), Colour::kPlace, style_.colour) +
        "\n";
    return result + rows_text();
  }

 private:
  void add(std::string label, std::string text) {
    if (!text.empty()) rows_.push_back({std::move(label), {}, printable(text)});
  }

  std::string clipped_headline() const {
    // Names of instantiated templates can fill a page.
    return cut(headline(finding_), 3 * style_.columns);
  }

  void add_accesses() {
    for (const ThreadGroup& group : thread_groups(finding_)) {
      const FindingAccess& access = *group.first;
      const std::string who = who_text(finding_, group);
      const std::string label = access_label(finding_, access.kind);
      if (access.location.line == 0 && access.kind == AccessKind::kExit) {
        add(label, who);
        continue;
      }
      rows_.push_back({label, place_text(access.location), source_of(access.location), true});
      if (!is_of_host(finding_)) add("", "by " + who);
      add_callers(access.stack);
    }
  }

  void add_callers(const std::vector<Location>& stack, std::size_t first = 1) {
    constexpr std::size_t kShownCallers = 3;
    for (std::size_t i = first; i < std::min(stack.size(), kShownCallers + 1); ++i) {
      const std::string name = stack[i].function.empty() ? "" : " in " + cut(stack[i].function, style_.columns / 2);
      add("", "called at " + place_text(stack[i]) + name);
    }
  }

  std::string source_of(const Location& location) {
    std::string text = symboliser_.source_text(location).value_or("");
    return text.substr(std::min(text.size(), text.find_first_not_of(" \t")));
  }

  void add_circumstances() {
    const bool says_more = finding_.kind != Kind::kRace || finding_.severity == Severity::kWarning ||
                           finding_.scope == Scope::kStream || finding_.scope == Scope::kHostDevice;
    if (says_more) add("why", finding_.message);
    if (finding_.scope == Scope::kIntraBlock || finding_.scope == Scope::kIntraWarp) {
      // A race's interval is bounded by barriers or the ends of the kernel; of other findings they need not be known.
      const bool is_bounded = finding_.kind == Kind::kRace || finding_.interval_begin || finding_.interval_end;
      add("when", "interval " + with_commas(finding_.interval) + (is_bounded ? ", " + bounds_text(finding_) : ""));
    }
    add("seen", occurrence_text(finding_));
    if (finding_.launch != 0) add_callers(finding_.launched);
    add("found", runs_text(finding_, runs_));
    add("program", processes_text(finding_));
    if (finding_.object) {
      add("object", object_text(*finding_.object));
      add_callers(finding_.object->stack, 2);
    }
    add("hint", finding_.hint);
  }

  void add_others(const std::vector<const Finding*>& others) {
    constexpr std::size_t kShown = 6;
    const std::size_t shown = others.size() <= kShown + 1 ? others.size() : kShown;
    for (std::size_t i = 0; i < shown; ++i) add(i == 0 ? "also" : "", instance_text(*others[i]));
    if (shown != others.size()) {
      add("", "and " + with_commas(others.size() - shown) + " more; --report FILE.txt or FILE.html tells all");
    }
  }

  /// What another finding of the same cause has of its own.
  [[nodiscard]] std::string instance_text(const Finding& other) const {
    std::string text = other.element.empty() && other.object ? other.object->name : other.element;
    if (other.kernel != finding_.kernel)
      text += (text.empty() ? "in " : " in ") + cut(other.kernel, style_.columns / 2);
    const std::string places = places_text(other) + call_text(other);
    return text.empty() && !places.empty() ? places.substr(1) : text + places;
  }

  /// ", called at a.cu:27": where the calls that lead to the same lines part.
  [[nodiscard]] std::string call_text(const Finding& other) const {
    if (places_text(other) != places_text(finding_)) return {};
    for (std::size_t a = 0; a < std::min(other.accesses.size(), finding_.accesses.size()); ++a) {
      const std::vector<Location>& theirs = other.accesses[a].stack;
      const std::vector<Location>& ours = finding_.accesses[a].stack;
      for (std::size_t i = 1; i < theirs.size(); ++i) {
        const bool same =
            i < ours.size() && std::tie(ours[i].file, ours[i].line) == std::tie(theirs[i].file, theirs[i].line);
        if (!same && theirs[i].line != 0) return ", called at " + place_text(theirs[i]);
      }
    }
    return {};
  }

  std::string object_text(const Object& object) {
    std::string text = object.name.empty() ? "unnamed" : object.name;
    if (object.bytes != 0) text += ", " + count_of(object.bytes, "byte", "bytes");
    if (object.declared.line == 0) return text;
    if (object.stack.size() > 1) {
      text +=
          ", allocated at " + place_text(object.stack[0]) + " in " + cut(object.stack[0].function, style_.columns / 2);
      return text + ", called at " + place_text(object.stack[1]);
    }
    // In a script, whatever it is called there.
    const auto says = [&](const char* word) { return source_of(object.declared).find(word) != std::string::npos; };
    const bool is_allocation = object.declared.file.ends_with(".py") || says("alloc") || says("Alloc") ||
                               says("cuMemMap") || says("IpcOpenMemHandle");
    return text + (is_allocation ? ", allocated at " : ", declared at ") + place_text(object.declared);
  }

  std::string rows_text() const {
    std::size_t label_width = 0, place_width = 0;
    for (const Row& row : rows_) {
      label_width = std::max(label_width, row.label.size());
      place_width = std::max(place_width, row.place.size());
    }
    std::string result;
    for (const Row& row : rows_) {
      const std::size_t indent = label_width + 4;
      result += "  " + coloured(row.label, Colour::kLabel, style_.colour && !row.label.empty());
      result += std::string(label_width - row.label.size() + 2, ' ');
      if (!row.is_source) {
        result += wrapped(row.text, indent, style_.columns) + "\n";
        continue;
      }
      result += coloured(row.place, Colour::kPlace, style_.colour);
      const std::size_t text_column = indent + place_width + 2;
      if (!row.text.empty() && text_column + 20 <= style_.columns) {
        result += std::string(place_width - row.place.size() + 2, ' ') +
                  fitted_source(row.text, style_.columns - text_column);
      } else if (!row.text.empty()) {
        result += "\n" + std::string(indent + 2, ' ') + fitted_source(row.text, style_.columns - indent - 2);
      }
      result += "\n";
    }
    return result;
  }

  const Finding& finding_;
  const std::uint64_t runs_;
  Symboliser& symboliser_;
  const TextStyle& style_;
  std::vector<Row> rows_;
};

std::string brief_text(const Finding& finding, const TextStyle& style) {
  const std::string places = places_text(finding);
  const Colour colour = finding.severity == Severity::kError ? Colour::kError : Colour::kWarning;
  const std::string severity = std::string(name_of(finding.severity)) + ":";
  const std::size_t room = style.columns - std::min(style.columns / 2, severity.size() + 1 + width_of(places));
  return coloured(severity, colour, style.colour) + " " + cut(headline(finding), room) + places + "\n";
}

/// Of a group that is not told in full.
std::string brief_text(const FindingGroup& group, const Report& report, const TextStyle& style) {
  if (group.members.size() == 1) return brief_text(report.findings[group.members.front()], style);
  const Colour colour = group.severity == Severity::kError ? Colour::kError : Colour::kWarning;
  const std::size_t end = group.title.find(':') + 1;
  return coloured(group.title.substr(0, end), colour, style.colour) +
         cut(group.title.substr(end), style.columns - std::min(style.columns / 2, end)) + "\n";
}

std::string full_text(const FindingGroup& group, const Report& report, Symboliser& symboliser, const TextStyle& style) {
  std::string text;
  if (group.members.size() > 1) {
    text += coloured(wrapped(group.title, 2, style.columns), Colour::kPlace, style.colour) + "\n";
  }
  std::vector<const Finding*> told, others;
  for (const std::size_t member : group.members) {
    (told.empty() || style.instances ? told : others).push_back(&report.findings[member]);
  }
  for (const Finding* finding : told) {
    text += FindingText(*finding, report.summary.runs, symboliser, style).render(others) + "\n";
  }
  return text;
}

/// "3 errors and 21 warnings" of the groups from `first` on.
std::string count_from(const std::vector<FindingGroup>& groups, std::size_t first) {
  std::uint64_t errors = 0, warnings = 0;
  for (std::size_t i = first; i < groups.size(); ++i) {
    (groups[i].severity == Severity::kError ? errors : warnings) += groups[i].members.size();
  }
  std::string text = errors != 0 ? count_of(errors, "error", "errors") : "";
  if (warnings != 0) text += (text.empty() ? "" : " and ") + count_of(warnings, "warning", "warnings");
  return text;
}

/// Findings that do not count, notes, and rules to copy.
std::string suppressions_text(const Report& report, const TextStyle& style) {
  std::string text;
  for (const Finding& finding : report.suppressed) {
    if (!style.suppressed) break;
    const Suppression& suppressed = *finding.suppressed;
    text += "suppressed by " + printable(suppressed.by) + ": " + headline(finding) + places_text(finding);
    text += suppressed.reason.empty() ? "\n" : " (" + printable(suppressed.reason) + ")\n";
  }
  for (const Note& note : report.notes) {
    if (note.kind == Note::Kind::kContract && !style.suppressed) continue;
    text += coloured("note:", Colour::kLabel, style.colour) + " " + printable(note.text) + "\n";
  }
  if (!style.rules || report.findings.empty()) return text;
  text += "# rules for --suppressions FILE\n";
  std::vector<std::string> rules;
  for (const Finding& finding : report.findings) {
    const std::string rule = rule_for(finding);
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
  }
  for (const std::string& rule : rules) text += printable(rule) + "\n";
  return text;
}

}  // namespace

TextStyle terminal_style(int descriptor) {
  TextStyle style;
  style.full = 5;
  style.brief = 10;
  style.instances = false;
  style.suppressed = false;
  if (isatty(descriptor) != 1) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  style.colour =
      (no_colour == nullptr || *no_colour == '\0') && terminal != nullptr && std::string_view(terminal) != "dumb";
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    style.columns = std::clamp<std::size_t>(size.ws_col, 72, 100);
  }
  return style;
}

std::string render_finding(const Finding& finding, Symboliser& symboliser, const TextStyle& style) {
  return FindingText(finding, finding.runs, symboliser, style).render();
}

std::string summary_line(const Summary& summary) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, " (%.3f s)", summary.seconds);
  std::string text =
      "fencepost: " + (summary.runs != 0 ? count_of(summary.runs, "run", "runs") + ", " : "") +
      (summary.processes != 0 ? count_of(summary.processes, "process", "processes") + ", " : "") +
      count_of(summary.launches, "launch", "launches") + ", " + count_of(summary.blocks, "block", "blocks") + ", " +
      count_of(summary.threads, "thread", "threads") + ", " + count_of(summary.accesses, "access", "accesses") +
      (summary.library_operations != 0
           ? ", " + count_of(summary.library_operations, "library operation", "library operations")
           : "") +
      " checked: ";
  if (summary.errors == 0 && summary.warnings == 0) {
    text += "no findings";
  } else {
    text += count_of(summary.errors, "error", "errors") + ", " + count_of(summary.warnings, "warning", "warnings");
  }
  if (summary.suppressed != 0) text += ", " + with_commas(summary.suppressed) + " suppressed";
  return text + seconds;
}

std::string contracts_line(const ContractSummary& contracts) {
  std::string text = "contracts: " + count_of(contracts.clauses, "clause", "clauses") + " held " +
                     count_of(contracts.held, "time", "times");
  const auto add = [&](std::uint64_t number, const char* singular, const char* plural) {
    if (number != 0) text += ", " + count_of(number, singular, plural);
  };
  add(contracts.failed, "failed", "failed");
  add(contracts.assumptions, "assumption", "assumptions");
  add(contracts.not_evaluated, "not evaluated", "not evaluated");
  add(contracts.unsupported, "not supported", "not supported");
  return text + (contracts.is_complete() ? ": checked" : ": partly checked");
}

std::string render_text(const Report& report, Symboliser& symboliser, const TextStyle& style) {
  std::string text;
  const std::vector<FindingGroup> groups = group_findings(report);
  const std::size_t count = groups.size();
  const std::size_t full = std::min(count, style.full);
  const std::size_t brief = std::min(count - full, style.brief);
  for (std::size_t i = 0; i < full; ++i) text += full_text(groups[i], report, symboliser, style);
  for (std::size_t i = full; i < full + brief; ++i) text += brief_text(groups[i], report, style);
  if (full + brief != count) {
    text += "... and " + count_from(groups, full + brief) + " more; --report FILE.txt tells all in full\n";
  }
  if (report.summary.left_out > 0) text += left_out_text(report.summary) + "\n";
  if (full != count || report.summary.left_out > 0) text += "\n";
  const std::vector<std::string> processes = process_lines(report);
  for (const std::string& line : processes) text += line + "\n";
  if (!processes.empty()) text += "\n";
  const std::string more = suppressions_text(report, style);
  if (!more.empty()) text += more + "\n";
  text += summary_line(report.summary) + "\n";
  if (report.contracts) text += contracts_line(*report.contracts) + "\n";
  if (report.coverage != nullptr) text += coverage_text(*report.coverage, style.columns);
  return text;
}

}  // namespace fencepost::detector
