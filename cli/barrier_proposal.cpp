#include "cli/barrier_proposal.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

#include "detector/progress_line.h"

namespace fencepost::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kMostTries = 40;
constexpr double kMostSeconds = 60;
constexpr const char* kAdvice =
    ". If the threads want each other's old values, split the line: read, barrier, write; if they update one value "
    "together, use an atomic operation";

bool same_line(const ReportedFinding& race) {
  const auto& [first, second] = std::pair(race.stacks[0], race.stacks[1]);
  return !first.empty() && !second.empty() && first[0].file == second[0].file && first[0].line == second[0].line;
}

std::set<std::string> keys_of(const ReportedRun& run) {
  std::set<std::string> keys;
  for (const ReportedFinding& finding : run.findings) keys.insert(finding.key());
  return keys;
}

bool is_divergence(const ReportedFinding& finding) {
  return finding.kind == "barrier-divergence" || finding.kind == "deadlock";
}

/// What came of one barrier.
struct Effect {
  bool ran = false;        ///< To an end that can be compared.
  bool race_gone = false;  ///< The one that it was tried for.
  bool diverges = false;   ///< It is not reached by all threads.
  bool harmless = false;   ///< It may be of use beside others: nothing new but what wrong values may bring.
  bool accepted = false;
  int status = 0;  ///< The program's own.
};

std::string text_of(const SourcePlace& place) { return place.file + ":" + std::to_string(place.line); }

using Barriers = std::vector<BarrierCandidate>;

bool same_place(const BarrierCandidate& a, const BarrierCandidate& b) {
  return a.place.file == b.place.file && a.place.line == b.place.line;
}

class BarrierSearch {
 public:
  BarrierSearch(BarrierTrials& trials, const KernelSource& source, const Trial& unchanged, BarrierProposal& proposal)
      : trials_(trials),
        source_(source),
        first_status_(unchanged.status),
        current_(unchanged.run),
        proposal_(proposal) {}

  void run() {
    const std::vector<ReportedFinding> races = current_.findings;
    proposal_.races_before = static_cast<std::size_t>(std::ranges::count_if(
        races, [](const auto& finding) { return finding.kind == "race" && finding.severity == "error"; }));
    for (const ReportedFinding& race : races) {
      if (!race.is_target() || !keys_of(current_).contains(race.key())) continue;
      if (race.stacks.size() != 2) continue;
      const std::string reason = solve(race);
      if (!reason.empty()) unsolved_.push_back({race, reason});
    }
    leave_out_what_is_not_needed();
    finish();
  }

 private:
  bool is_cut() {
    if (proposal_.tries >= kMostTries) cut_ = "the search ended after " + std::to_string(kMostTries) + " trials";
    if (std::chrono::duration<double>(Clock::now() - started_).count() > kMostSeconds)
      cut_ = "the search ended after 60 s";
    return !cut_.empty();
  }

  /// Compiles and runs with `barriers` alone. If that is accepted, they are the barriers from now on. `key`: of the
  /// race that must be gone.
  Effect attempt(const Barriers& barriers, const std::string& key) {
    progress_.show("fencepost: trying a barrier before " + text_of(barriers.back().place) + " (trial " +
                   std::to_string(++proposal_.tries) + ")");
    std::vector<SourcePlace> places;
    for (const BarrierCandidate& barrier : barriers) places.push_back(barrier.place);
    Trial trial = trials_.run(places);
    if (trial.end == Trial::End::kInterrupted) cut_ = "the search was interrupted";
    Effect effect{.ran = trial.end == Trial::End::kExited && trial.run.launches != 0 && trial.run.complete};
    if (!effect.ran) return effect;
    const std::set<std::string> before = keys_of(current_);
    effect.status = trial.status;
    effect.race_gone = !keys_of(trial.run).contains(key);
    effect.harmless = true;
    bool accepted = effect.race_gone && (trial.status == 0 || trial.status == first_status_);
    for (const ReportedFinding& finding : trial.run.findings) {
      if (before.contains(finding.key())) continue;
      effect.diverges = effect.diverges || is_divergence(finding);
      effect.harmless = effect.harmless && (finding.kind == "race" || finding.kind == "permission");
      accepted = false;
    }
    effect.accepted = accepted;
    if (accepted) {
      current_ = std::move(trial.run);
      accepted_ = barriers;
    }
    return effect;
  }

  using Tried = std::vector<std::pair<BarrierCandidate, Effect>>;

  /// Returns why no barrier helps; empty if one does.
  std::string solve(const ReportedFinding& race) {
    const BarrierCandidates candidates = source_.candidates({race.stacks[0], race.stacks[1]});
    const std::string advice = same_line(race) ? kAdvice : "";
    if (!candidates.impossible.empty()) return candidates.impossible + advice;
    if (candidates.list.empty() && candidates.no_braces.empty()) {
      return "there is no line between the two accesses that a barrier could stand before";
    }
    Tried tried;
    for (const bool likely : {true, false}) {
      const std::size_t before = tried.size();
      for (const BarrierCandidate& candidate : candidates.list) {
        if (candidate.likely != likely) continue;
        if (is_cut()) return cut_;
        const Effect effect = attempt(with({candidate}), race.key());
        if (effect.accepted) return {};
        tried.emplace_back(candidate, effect);
      }
      if (tried.size() > before && solve_with_several(race, tried)) return {};
      if (!cut_.empty()) return cut_;
    }
    return candidates.no_braces.empty() ? reason_of(tried) + advice : candidates.no_braces;
  }

  [[nodiscard]] Barriers with(const Barriers& more) const {
    Barriers barriers = accepted_;
    barriers.insert(barriers.end(), more.begin(), more.end());
    return barriers;
  }

  /// The accesses of a loop may race in both directions, which takes a barrier each: the likeliest such pair, then all
  /// that do no harm, of which those are left out again that turn out not to be needed, the least likely first.
  bool solve_with_several(const ReportedFinding& race, const Tried& tried) {
    Barriers harmless;
    for (const auto& [candidate, effect] : tried) {
      if (effect.harmless) harmless.push_back(candidate);
    }
    const auto forth = std::ranges::find(harmless, true, &BarrierCandidate::between);
    const auto back = std::ranges::find(harmless, false, &BarrierCandidate::between);
    if (forth == harmless.end() || back == harmless.end() || is_cut()) return false;
    if (attempt(with({*forth, *back}), race.key()).accepted) return true;
    if (harmless.size() < 3 || is_cut() || !attempt(with(harmless), race.key()).accepted) return false;
    for (std::size_t i = harmless.size(); i-- > 0 && !is_cut();) {
      Barriers fewer = accepted_;
      std::erase_if(fewer, [&](const BarrierCandidate& barrier) { return same_place(barrier, harmless[i]); });
      attempt(fewer, race.key());
    }
    return true;
  }

  /// Of the places that separate the accesses, the likeliest that nevertheless is none.
  static std::string reason_of(const Tried& tried) {
    const std::string others = tried.size() > 1 ? "; other places do not help either" : "";
    for (const auto& [candidate, effect] : tried) {
      const std::string barrier = "a barrier before " + text_of(candidate.place);
      if (effect.race_gone && !effect.diverges && effect.status != 0) {
        return "with " + barrier + " it is gone, but then the program exits with status " +
               std::to_string(effect.status) + ": the accesses would come in the wrong order" + others;
      }
      if (effect.diverges) {
        return barrier + (candidate.around.empty() ? "" : " is inside " + candidate.around + " and") +
               " is not reached by all threads of the block" + others;
      }
    }
    return "it remains with a barrier at any of the " + std::to_string(tried.size()) + " places tried";
  }

  /// An earlier barrier may have become needless through a later one.
  void leave_out_what_is_not_needed() {
    for (std::size_t i = accepted_.size(); accepted_.size() > 1 && i-- > 0 && !is_cut();) {
      Barriers fewer = accepted_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      attempt(fewer, {});
    }
  }

  void finish() {
    std::ranges::sort(accepted_, {}, [](const BarrierCandidate& barrier) {
      return std::pair(barrier.place.file, barrier.place.line);
    });
    proposal_.barriers = accepted_;
    proposal_.verified = current_;
    const std::set<std::string> left = keys_of(current_);
    for (RemainingRace& race : unsolved_) {
      if (left.contains(race.race.key())) proposal_.remaining.push_back(std::move(race));
    }
    proposal_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  }

  BarrierTrials& trials_;
  const KernelSource& source_;
  int first_status_;
  ReportedRun current_;  // with accepted_
  Barriers accepted_;
  std::vector<RemainingRace> unsolved_;
  BarrierProposal& proposal_;
  std::string cut_;
  detector::ProgressLine progress_;
  Clock::time_point started_ = Clock::now();
};

/// Why nothing can be tried; empty if something can.
std::string try_out(const ProgramRequest& request, double seconds, BarrierProposal& proposal) {
  BarrierTrials trials(request, seconds * 10 + 10);
  const KernelSource source(trials.preprocessed());
  const Trial unchanged = trials.run({});
  const bool has_race = std::ranges::any_of(unchanged.run.findings, &ReportedFinding::is_target);
  if (unchanged.end == Trial::End::kInterrupted) return "the search for a barrier was interrupted";
  if (unchanged.end != Trial::End::kExited || !has_race) {
    return "no barrier can be proposed: run again, without input, the program does not show the race";
  }
  BarrierSearch(trials, source, unchanged, proposal).run();
  return {};
}

}  // namespace

BarrierProposal propose_barriers(const ProgramRequest& request, const std::string& report_file) {
  BarrierProposal proposal;
  const auto reported = read_reported_run(report_file);
  if (!reported) {
    proposal.failure = "no barrier can be proposed: the run left no report";
    return proposal;
  }
  bool has_target = false;
  for (const ReportedFinding& finding : reported->findings) {
    has_target = has_target || finding.is_target();
    if (finding.kind == "race" && !finding.scope.starts_with("intra-")) proposal.elsewhere.push_back(finding);
  }
  const bool is_source = std::filesystem::path(request.file).extension() == ".cu";
  if (!has_target) {
    if (proposal.elsewhere.empty()) proposal.failure = "there is no race that a barrier could end";
  } else if (!is_source) {
    proposal.failure = "give the .cu file to have barriers proposed";
  } else {
    proposal.failure = try_out(request, reported->seconds, proposal);
  }
  return proposal;
}

}  // namespace fencepost::cli
