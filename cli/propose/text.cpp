#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/propose/edited_file.h"
#include "cli/propose/proposal.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kColumns = 100;

using detector::count_of;

std::size_t count(const ReportedRun& run, bool (*matches)(const ReportedFinding&)) {
  return static_cast<std::size_t>(std::ranges::count_if(run.findings, matches));
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

/// The lines around the changes of one file; the new ones are marked with a plus.
std::string excerpt(const std::string& path, const std::vector<compiler::SourceEdit>& edits) {
  const EditedFile file = edited_file(path, edits);
  std::map<std::uint32_t, std::string> old_lines;
  for (const EditedRow& row : file.rows) {
    if (row.mark != '+') old_lines.emplace(row.line, row.text);
  }
  std::set<std::uint32_t> shown;
  const auto show_from = [&](std::uint32_t first, std::uint32_t last) {
    std::uint32_t before = first - 1;
    while (before > 0 && is_blank(old_lines[before])) --before;
    for (std::uint32_t line = std::max(before, 1U); line <= last; ++line) shown.insert(line);
  };
  for (const compiler::SourceEdit& edit : edits) show_from(edit.line, edit.line);
  for (const EditedRow& row : file.rows) {
    if (row.mark != ' ') show_from(row.line, row.line);
  }
  constexpr std::size_t kWidth = 5;
  std::string text;
  std::uint32_t last = 0;
  for (const EditedRow& row : file.rows) {
    if (row.mark == ' ' && !shown.contains(row.line)) continue;
    if (last != 0 && row.line > last + 1) text += "    ...\n";
    last = row.line;
    const std::string mark = row.mark == ' ' ? std::to_string(row.line) : std::string(1, row.mark);
    const std::string line = row.text.substr(0, row.text.find_last_not_of(" \t\r") + 1);
    text += std::string(kWidth > mark.size() ? kWidth - mark.size() : 0, ' ') + mark + " | " + line + "\n";
  }
  return text;
}

std::string race_text(const ReportedFinding& race) {
  return (race.element.empty() ? "the race" : "the race on " + race.element) + " of " + race.lines();
}

std::string wrapped(const std::string& text) { return detector::wrapped(text, 2, kColumns) + "\n"; }

}  // namespace

std::string verdict_text(const Proposal& proposal) {
  const std::size_t races = count(proposal.verified, [](const auto& finding) { return finding.kind == "race"; });
  const std::size_t errors = count(
      proposal.verified, [](const auto& finding) { return finding.kind == "race" && finding.severity == "error"; });
  const std::size_t divergences =
      count(proposal.verified, [](const auto& finding) { return finding.kind == "barrier-divergence"; });
  const std::string diverges =
      divergences == 0 ? "no thread diverges" : "no thread diverges that did not before (see the report)";
  if (races == 0) return "no race remains and " + diverges;
  if (errors == 0) return "no race remains but " + count_of(races, "warning", "warnings") + " and " + diverges;
  return std::to_string(proposal.races_before - errors) + " of " + std::to_string(proposal.races_before) + " races " +
         (proposal.races_before - errors == 1 ? "is" : "are") + " gone and " + diverges;
}

std::string proposal_text(const Proposal& proposal) {
  std::string text;
  if (!proposal.changes.empty()) {
    const std::string verdict = verdict_text(proposal);
    const bool begins_with_number = verdict.find_first_of("0123456789") == 0;  // Behind that of a line.
    text += "verified: with " + changes_text(proposal.changes) + (begins_with_number ? ", " : " ") + verdict + "\n";
    std::map<std::string, std::vector<compiler::SourceEdit>> edits;
    for (const ProposedChange& change : proposal.changes) {
      std::ranges::copy(edits_of(change), std::back_inserter(edits[change.edit.file]));
    }
    bool first = true;
    for (const auto& [file, of_file] : edits) {
      text += (first ? "" : "    ...\n") + excerpt(file, of_file);
      first = false;
    }
  }
  for (const EndedRace& ended : proposal.ended) {
    if (!ended.tried_before.empty()) {
      text += wrapped("tried before for " + race_text(ended.race) + ": " + ended.tried_before + ".");
    }
  }
  // Races that remain for one reason are told as one.
  std::set<std::string> told;
  for (const RemainingRace& remaining : proposal.remaining) {
    if (!told.insert(remaining.reason).second) continue;
    const auto alike =
        static_cast<std::size_t>(std::ranges::count(proposal.remaining, remaining.reason, &RemainingRace::reason));
    text += wrapped("no change ends " + race_text(remaining.race) +
                    (alike == 1 ? "" : " and " + count_of(alike - 1, "other", "others") + " like it") + ": " +
                    remaining.reason + ".");
  }
  if (!proposal.failure.empty()) text += proposal.failure + "\n";
  if (proposal.tries != 0) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f s", proposal.seconds);
    text += "(" + count_of(proposal.tries, "trial", "trials") + " with the same arguments in " + seconds + ")\n";
  }
  return text;
}

}  // namespace fencepost::cli
