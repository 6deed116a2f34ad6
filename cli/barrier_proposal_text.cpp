#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/barrier_proposal.h"
#include "detector/source_lines.h"
#include "detector/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kColumns = 100;

using detector::count_of;
using detector::SourceLines;

/// As reports name it: relative, if it is below the working directory.
std::string shown_file(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::path(file).lexically_normal();
  if (!path.is_absolute()) return path.string();
  const auto relative = path.lexically_relative(std::filesystem::current_path(error));
  return error || relative.empty() || relative.string().starts_with("..") ? path.string() : relative.string();
}

std::string shown(const SourcePlace& place) { return shown_file(place.file) + ":" + std::to_string(place.line); }

/// "a barrier before a.cu:3", "barriers before a.cu:3, a.cu:9 and b.cuh:5".
std::string places_text(const std::vector<BarrierCandidate>& barriers) {
  std::string text = barriers.size() == 1 ? "a barrier before " : "barriers before ";
  for (std::size_t i = 0; i < barriers.size(); ++i) {
    if (i > 0) text += i + 1 == barriers.size() ? " and " : ", ";
    text += shown(barriers[i].place);
  }
  return text;
}

std::size_t count(const ReportedRun& run, bool (*matches)(const ReportedFinding&)) {
  return static_cast<std::size_t>(std::ranges::count_if(run.findings, matches));
}

std::string verdict(const BarrierProposal& proposal) {
  const std::size_t races = count(proposal.verified, [](const auto& finding) { return finding.kind == "race"; });
  const std::size_t errors = count(
      proposal.verified, [](const auto& finding) { return finding.kind == "race" && finding.severity == "error"; });
  const std::size_t divergences =
      count(proposal.verified, [](const auto& finding) { return finding.kind == "barrier-divergence"; });
  const std::string diverges =
      divergences == 0 ? "no thread diverges" : "no thread diverges that did not before (see the report)";
  const std::string with = "verified: with " + places_text(proposal.barriers) + " ";
  if (races == 0) return with + "no race remains and " + diverges;
  if (errors == 0) return with + "no race remains but " + count_of(races, "warning", "warnings") + " and " + diverges;
  return with + std::to_string(proposal.races_before - errors) + " of " + std::to_string(proposal.races_before) +
         " races " + (proposal.races_before - errors == 1 ? "is" : "are") + " gone and " + diverges;
}

std::string indentation(const std::string& line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

// A pragma or a comment is about the statement behind it.
bool belongs_to_next(const std::string& line) {
  const std::string_view text = std::string_view(line).substr(indentation(line).size());
  return text.starts_with("#pragma") || text.starts_with("//");
}

/// The lines around the places, which are in order; the new ones are marked with a plus.
class Excerpt {
 public:
  void add(const BarrierCandidate& barrier) {
    const bool block_end = barrier.after_text == "}";
    const std::uint32_t last = barrier.place.line;
    std::uint32_t first = last;  // behind the barrier
    if (barrier.place.file != file_) shown_ = 0;
    file_ = barrier.place.file;
    while (first > 1 && !block_end && belongs_to_next(text(first - 1))) --first;
    std::uint32_t before = first - 1;
    while (before > 0 && text(before).empty()) --before;
    if (!rows_.empty() && (shown_ == 0 || before > shown_ + 1)) rows_ += "    ...\n";
    if (before > shown_) add_row(std::to_string(before), text(before));
    // In front of a closing brace, a level deeper.
    add_row("+", indentation(text(last)) + (block_end ? "  " : "") + "__syncthreads();");
    for (std::uint32_t line = first; line <= last; ++line) add_row(std::to_string(line), text(line));
    shown_ = last;
  }

  [[nodiscard]] const std::string& rows() const { return rows_; }

 private:
  [[nodiscard]] std::string text(std::uint32_t line) { return lines_.text(file_, line).value_or(""); }

  void add_row(const std::string& mark, const std::string& source) {
    constexpr std::size_t kWidth = 5;
    rows_ += std::string(kWidth > mark.size() ? kWidth - mark.size() : 0, ' ') + mark + " | " + source + "\n";
  }

  SourceLines lines_;
  std::string rows_, file_;
  std::uint32_t shown_ = 0;  // last line of file_ in the rows
};

std::string race_text(const ReportedFinding& race) {
  return (race.element.empty() ? "the race" : "the race on " + race.element) + " of " + race.lines();
}

std::string wrapped(const std::string& text) { return detector::wrapped(text, 2, kColumns) + "\n"; }

}  // namespace

std::string proposal_text(const BarrierProposal& proposal) {
  std::string text;
  if (!proposal.barriers.empty()) {
    text += verdict(proposal) + "\n";
    Excerpt excerpt;
    for (const BarrierCandidate& barrier : proposal.barriers) excerpt.add(barrier);
    text += excerpt.rows();
  }
  for (const RemainingRace& remaining : proposal.remaining) {
    text += wrapped("no barrier ends " + race_text(remaining.race) + ": " + remaining.reason + ".");
  }
  if (!proposal.failure.empty()) text += proposal.failure + "\n";
  if (!proposal.elsewhere.empty()) {
    const ReportedFinding& first = proposal.elsewhere.front();
    const std::string others = count_of(proposal.elsewhere.size() - 1, "other", "others");
    text += wrapped("no barrier ends " + race_text(first) +
                    (proposal.elsewhere.size() == 1 ? "" : " and " + others + " like it") +
                    ": a barrier orders the threads of one block only.");
  }
  if (proposal.tries != 0) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f s", proposal.seconds);
    text += "(" + count_of(proposal.tries, "trial", "trials") + " with the same arguments in " + seconds + ")\n";
  }
  return text;
}

}  // namespace fencepost::cli
