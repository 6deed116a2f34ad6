#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "cli/propose/change_candidates.h"
#include "cli/propose/proposal.h"
#include "detector/text/progress_line.h"

namespace fencepost::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Changes = std::vector<ProposedChange>;

constexpr unsigned kMostTries = 40;
constexpr int kMostSeconds = 180;
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

/// What came of some changes.
struct Effect {
  bool compiled = false;
  bool ran = false;        ///< To an end that can be compared.
  bool race_gone = false;  ///< The one that they were tried for.
  bool diverges = false;   ///< A barrier is not reached by all threads.
  bool harmless = false;   ///< They may be of use beside others: nothing new but what wrong values may bring.
  bool accepted = false;
  int status = 0;  ///< The program's own.
};

using Tried = std::vector<std::pair<ProposedChange, Effect>>;

std::string threads_of(ChangeKind kind) {
  return kind == ChangeKind::kWarpBarrier ? "all threads of the warp" : "all threads of the block";
}

/// Why one change, or some of a kind, does not do; empty if that is only that the race remains.
std::string reason_of(const std::string& change, const Effect& effect) {
  if (!effect.compiled) return "with " + change + " the program does not compile";
  if (!effect.ran) return "with " + change + " the program comes to no end";
  if (effect.race_gone && !effect.diverges && effect.status != 0) {
    return "with " + change + " it is gone, but then the program exits with status " + std::to_string(effect.status);
  }
  if (effect.race_gone && !effect.diverges) return "with " + change + " it is gone, but there are new findings";
  return {};
}

/// Of the barriers that separate the accesses, the likeliest that nevertheless is none.
std::string reason_of(const Tried& tried) {
  const std::string others = tried.size() > 1 ? "; other places do not help either" : "";
  for (const auto& [change, effect] : tried) {
    const std::string barrier = changes_text({change});
    if (effect.race_gone && !effect.diverges && effect.status != 0) {
      return reason_of(barrier, effect) + ": the accesses would come in the wrong order" + others;
    }
    if (effect.diverges) {
      return barrier + (change.around.empty() ? "" : " is inside " + change.around + " and") + " is not reached by " +
             threads_of(change.kind) + others;
    }
  }
  const std::string barrier(name_of(tried.front().first.kind));
  if (tried.size() == 1) return "it remains with " + changes_text({tried.front().first});
  return "it remains with " + barrier + " at any of the " + std::to_string(tried.size()) + " places tried";
}

class Search {
 public:
  Search(ProposalTrials& trials, ChangeCandidates& candidates, const Trial& unchanged, Proposal& proposal)
      : trials_(trials),
        candidates_(candidates),
        first_status_(unchanged.status),
        current_(unchanged.run),
        proposal_(proposal) {}

  void run() {
    const std::vector<ReportedFinding> races = current_.findings;
    proposal_.races_before = static_cast<std::size_t>(std::ranges::count_if(
        races, [](const auto& finding) { return finding.kind == "race" && finding.severity == "error"; }));
    for (const ReportedFinding& race : races) {
      const std::set<std::string> before = keys_of(current_);
      if (!race.is_target() || !before.contains(race.key())) continue;
      const Changes old = accepted_;
      tried_before_.clear();
      const std::string reason = solve(race);
      if (!reason.empty()) {
        unsolved_.push_back({race, reason});
        continue;
      }
      Changes added = accepted_;
      std::erase_if(added, [&](const ProposedChange& change) { return holds(old, change); });
      const std::set<std::string> after = keys_of(current_);
      for (const ReportedFinding& other : races) {
        if (!other.is_target() || !before.contains(other.key()) || after.contains(other.key())) continue;
        proposal_.ended.push_back({other, added, other.key() == race.key() ? tried_before_ : std::string()});
      }
    }
    leave_out_what_is_not_needed();
    finish();
  }

 private:
  static bool holds(const Changes& changes, const ProposedChange& change) {
    return std::ranges::find(changes, change.edit, &ProposedChange::edit) != changes.end();
  }

  bool is_cut() {
    if (proposal_.tries >= kMostTries) cut_ = "the search ended after " + std::to_string(kMostTries) + " trials";
    if (Clock::now() - started_ > std::chrono::seconds(kMostSeconds)) {
      cut_ = "the search ended after " + std::to_string(kMostSeconds) + " s";
    }
    return !cut_.empty();
  }

  /// Compiles and runs with `changes` alone. If that is accepted, they are the changes from now on. `key`: of the race
  /// that must be gone.
  Effect attempt(const Changes& changes, const std::string& key) {
    progress_.show("fencepost: trying " + changes_text({changes.back()}) + " (trial " +
                   std::to_string(++proposal_.tries) + ")");
    std::vector<compiler::SourceEdit> edits;
    for (const ProposedChange& change : changes) std::ranges::copy(trial_edits(change), std::back_inserter(edits));
    Trial trial = trials_.run(edits);
    if (trial.end == Trial::End::kInterrupted) cut_ = "the search was interrupted";
    Effect effect{.compiled = trial.end != Trial::End::kNotCompiled,
                  .ran = trial.end == Trial::End::kExited && trial.run.launches != 0 && trial.run.complete};
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
      accepted_ = changes;
    }
    return effect;
  }

  /// Returns why no change helps; empty if one does, and then in tried_before_ what would have been less.
  std::string solve(const ReportedFinding& race) {
    std::string reasons;
    for (const ChangeKind kind : candidates_.kinds(race)) {
      const std::string reason = solve_with(kind, race);
      if (reason.empty()) {
        tried_before_ = reasons;
        return {};
      }
      if (!cut_.empty()) return cut_;
      if (reason != kNothingToTry) reasons += (reasons.empty() ? "" : "; ") + reason;
    }
    if (race.scope == "inter-block") {
      return (reasons.empty() ? "" : reasons + "; ") + "a barrier orders the threads of one block only";
    }
    if (!reasons.empty()) return race.is_inside_block() && same_line(race) ? reasons + kAdvice : reasons;
    return race.is_inside_block() ? "there is no line between the two accesses that a barrier could stand before"
                                  : "the line of the host that a wait could stand before was not found";
  }

  std::string solve_with(ChangeKind kind, const ReportedFinding& race) {
    if (kind == ChangeKind::kBarrier || kind == ChangeKind::kWarpBarrier) return solve_with_barriers(kind, race);
    std::vector<Changes> attempts;
    if (kind == ChangeKind::kAtomic) {
      attempts = candidates_.atomics(race);
    } else if (Changes waits = candidates_.waits(race, kind); !waits.empty()) {
      attempts.push_back(std::move(waits));
    }
    std::string reason = kNothingToTry;
    for (const Changes& changes : attempts) {
      if (is_cut()) return cut_;
      const Effect effect = attempt(with(changes), race.key());
      if (effect.accepted) return {};
      const std::string text = changes_text(changes);
      const std::string why = reason_of(text, effect);
      // Of several that fail, what is told is the one that comes furthest.
      if (reason == kNothingToTry || effect.compiled) reason = why.empty() ? "it remains with " + text : why;
    }
    return reason;
  }

  std::string solve_with_barriers(ChangeKind kind, const ReportedFinding& race) {
    const BarrierChanges changes = candidates_.barriers(race, kind);
    if (!changes.impossible.empty()) return kind == ChangeKind::kBarrier ? changes.impossible : kNothingToTry;
    Tried tried;
    for (const Changes* list : {&changes.likely, &changes.unlikely}) {
      for (const ProposedChange& change : *list) {
        if (is_cut()) return cut_;
        const Effect effect = attempt(with({change}), race.key());
        if (effect.accepted) return {};
        tried.emplace_back(change, effect);
      }
      if (!list->empty() && solve_with_several(race, tried)) return {};
      if (!cut_.empty()) return cut_;
    }
    if (!changes.no_braces.empty()) return kind == ChangeKind::kBarrier ? changes.no_braces : kNothingToTry;
    return tried.empty() ? kNothingToTry : reason_of(tried);
  }

  [[nodiscard]] Changes with(const Changes& more) const {
    Changes changes = accepted_;
    std::ranges::copy_if(more, std::back_inserter(changes),
                         [&](const ProposedChange& change) { return !holds(accepted_, change); });
    return changes;
  }

  /// The accesses of a loop may race in both directions, which takes a barrier each: the likeliest such pair, then all
  /// that do no harm, of which those are left out again that turn out not to be needed, the least likely first.
  bool solve_with_several(const ReportedFinding& race, const Tried& tried) {
    Changes harmless;
    for (const auto& [change, effect] : tried) {
      if (effect.harmless) harmless.push_back(change);
    }
    const auto forth = std::ranges::find(harmless, true, &ProposedChange::between);
    const auto back = std::ranges::find(harmless, false, &ProposedChange::between);
    if (forth == harmless.end() || back == harmless.end() || is_cut()) return false;
    if (attempt(with({*forth, *back}), race.key()).accepted) return true;
    if (harmless.size() < 3 || is_cut() || !attempt(with(harmless), race.key()).accepted) return false;
    for (std::size_t i = harmless.size(); i-- > 0 && !is_cut();) {
      Changes fewer = accepted_;
      std::erase_if(fewer, [&](const ProposedChange& change) { return change.edit == harmless[i].edit; });
      attempt(fewer, race.key());
    }
    return true;
  }

  /// An earlier change may have become needless through a later one.
  void leave_out_what_is_not_needed() {
    for (std::size_t i = accepted_.size(); accepted_.size() > 1 && i-- > 0 && !is_cut();) {
      Changes fewer = accepted_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      attempt(fewer, {});
    }
  }

  void finish() {
    std::ranges::sort(accepted_, {}, &ProposedChange::edit);
    proposal_.changes = accepted_;
    proposal_.verified = current_;
    for (EndedRace& race : proposal_.ended) {
      std::erase_if(race.changes, [&](const ProposedChange& change) { return !holds(accepted_, change); });
      if (race.changes.empty()) race.changes = accepted_;  // A later change ends this race as well.
    }
    const std::set<std::string> left = keys_of(current_);
    for (RemainingRace& race : unsolved_) {
      if (left.contains(race.race.key())) {
        proposal_.remaining.push_back(std::move(race));
      } else if (std::ranges::none_of(proposal_.ended,
                                      [&](const EndedRace& e) { return e.race.key() == race.race.key(); })) {
        proposal_.ended.push_back({race.race, accepted_, {}});
      }
    }
    proposal_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  }

  static constexpr const char* kNothingToTry = "-";

  ProposalTrials& trials_;
  ChangeCandidates& candidates_;
  int first_status_;
  ReportedRun current_;  // with accepted_
  Changes accepted_;
  std::vector<RemainingRace> unsolved_;
  Proposal& proposal_;
  std::string tried_before_, cut_;
  detector::ProgressLine progress_;
  Clock::time_point started_ = Clock::now();
};

/// Why nothing can be tried; empty if something can.
std::string try_out(const ProgramRequest& request, double seconds, Proposal& proposal) {
  ProposalTrials trials(request, seconds * 10 + 10);
  const std::unique_ptr<compiler::MappedSource> source = trials.source();
  ChangeCandidates candidates(*source);
  const Trial unchanged = trials.run({});
  const bool has_race = std::ranges::any_of(unchanged.run.findings, &ReportedFinding::is_target);
  if (unchanged.end == Trial::End::kInterrupted) return "the search for a change was interrupted";
  if (unchanged.end != Trial::End::kExited || !has_race) {
    return "no change can be proposed: run again, without input, the program does not show the race";
  }
  Search(trials, candidates, unchanged, proposal).run();
  return {};
}

}  // namespace

Proposal propose_changes(const ProgramRequest& request, const std::string& report_file) {
  Proposal proposal;
  const auto reported = read_reported_run(report_file);
  if (!reported) {
    proposal.failure = "no change can be proposed: the run left no report";
  } else if (std::ranges::none_of(reported->findings, &ReportedFinding::is_target)) {
    proposal.failure = "there is no race that a change could end";
  } else if (std::filesystem::path(request.file).extension() != ".cu") {
    proposal.failure = "give the .cu file to have changes proposed";
  } else {
    proposal.failure = try_out(request, reported->seconds, proposal);
  }
  return proposal;
}

}  // namespace fencepost::cli
