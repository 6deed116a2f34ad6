#include "cli/fuzz/search.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cli/base/content_hash.h"
#include "cli/fuzz/shrink.h"
#include "detector/model/names.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

/// Inputs that are made from what the ones before did. Not the number that run at a time: the search shall not depend
/// on it.
constexpr std::size_t kBatch = 16;

bool is_about_bounds(const detector::Finding& finding) {
  return finding.kind == detector::Kind::kOutOfBounds || finding.kind == detector::Kind::kInvalidAddress ||
         finding.kind == detector::Kind::kUseAfterFree || finding.kind == detector::Kind::kMisaligned;
}

/// About lanes of a warp that others wait for: of a block whose last warp is not full, it may be that alone.
bool is_about_lanes(const detector::Finding& finding) {
  return finding.kind == detector::Kind::kBarrierDivergence && finding.scope == detector::Scope::kIntraWarp;
}

bool has_whole_warps(const detector::Finding& finding) {
  constexpr std::uint64_t kWarp = 32;
  const detector::Index3& block = finding.block_dim;
  return static_cast<std::uint64_t>(block[0]) * block[1] * block[2] % kWarp == 0;
}

/// Findings of one kind on one pair of lines are one, whichever threads and arrays they are about.
std::string defect_key(const detector::Finding& finding) {
  std::set<std::string> places;
  for (const detector::FindingAccess& access : finding.accesses) {
    places.insert(access.location.file + ":" + std::to_string(access.location.line));
  }
  std::string key(detector::name_of(finding.kind));
  for (const std::string& place : places) key += "|" + place;
  return places.empty() ? detector::defect_of(finding) : key;
}

/// What is told once: that an array without elements is none, and that an index is beyond it, is one mistake.
std::string group_key(const detector::Finding& finding) {
  detector::Finding plain = finding;
  if (finding.kind == detector::Kind::kInvalidAddress) plain.kind = detector::Kind::kOutOfBounds;
  return defect_key(plain);
}

std::string key_of(const FuzzInput& input) { return ContentHash().add(text_of(input)).hex().substr(0, 16); }

std::uint64_t mixed(std::uint64_t seed, std::uint64_t tried) {
  return seed * 0x9e3779b97f4a7c15ULL + tried * 0xbf58476d1ce4e5b9ULL;
}

}  // namespace

std::uint32_t thread_of(const detector::Finding& finding, const detector::FindingAccess& access) {
  const detector::Index3& of = finding.block_dim;
  return access.thread[0] + of[0] * (access.thread[1] + of[1] * access.thread[2]);
}

FuzzSearch::FuzzSearch(const FuzzSpace& space, FuzzRunner& runner, FuzzCorpus& corpus, const FuzzLimits& limits)
    : space_(space),
      runner_(runner),
      corpus_(corpus),
      limits_(limits),
      random_(mixed(limits.seed, corpus.tried_before())),
      has_guesses_(std::ranges::any_of(space.arrays(), [](const FuzzArray& array) { return array.guessed; })) {
  waiting_ = corpus.before();
  reread_ = waiting_.size();
  if (const FuzzInput first = space.start(); space.allows(first)) waiting_.insert(waiting_.begin(), first);
  for (const FuzzInput& input : waiting_) seen_.insert(key_of(input));
  constexpr std::size_t kPlanned = 64;
  planned_ = inputs_of_dictionary(space, kPlanned);
}

bool FuzzSearch::is_over() const {
  if (runner_.interrupted() || exhausted_) return true;
  if (limits_.runs != 0 && tried_ >= limits_.runs) return true;
  return limits_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds;
}

void FuzzSearch::run(const std::function<void()>& progress) {
  while (!is_over()) {
    const std::vector<FuzzInput> batch = next_batch();
    if (batch.empty()) {
      exhausted_ = true;
      break;
    }
    const std::vector<FuzzOutcome> outcomes = runner_.run(batch);
    for (std::size_t i = 0; i < outcomes.size(); ++i) consider(batch[i], outcomes[i]);
    corpus_.write_state(corpus_.tried_before() + tried_);
    progress();
  }
}

void FuzzSearch::solve_branches() {
  // By then most of what random inputs find is found.
  constexpr std::uint64_t kFirst = 64;
  if (!solve_ || tried_ < kFirst || !waiting_.empty()) return;
  std::set<std::uint32_t> lines = reached_.open_branches(file_name_);
  if (lines.empty() || lines == asked_) return;
  for (FuzzInput& input : solve_(lines)) {
    if (!seen_.insert(key_of(input)).second) continue;
    waiting_.push_back(std::move(input));
    ++solved_;
  }
  asked_ = std::move(lines);
}

std::vector<FuzzInput> FuzzSearch::next_batch() {
  solve_branches();
  std::size_t size = kBatch;
  if (limits_.runs != 0) size = std::min<std::size_t>(size, limits_.runs - tried_);
  std::vector<FuzzInput> batch;
  const std::size_t ready = std::min(size, waiting_.size());
  std::move(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(ready), std::back_inserter(batch));
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(ready));
  while (batch.size() < size) {
    auto input = new_input();
    if (!input) break;
    batch.push_back(std::move(*input));
  }
  return batch;
}

std::optional<FuzzInput> FuzzSearch::new_input() {
  constexpr int kPatience = 2000;
  for (int attempt = 0; attempt < kPatience; ++attempt) {
    FuzzInput input;
    if (next_planned_ < planned_.size() && random_.chance(1, 2)) {
      input = planned_[next_planned_++];
    } else if (kept_.empty() || random_.chance(1, 4)) {
      input = random_input(space_, random_);
    } else {
      // What reached something new lately has more neighbours that nobody looked at.
      const std::size_t one = random_.below(kept_.size()), other = random_.below(kept_.size());
      input = mutated(kept_[std::max(one, other)], space_, random_);
    }
    if (space_.allows(input) && seen_.insert(key_of(input)).second) return input;
  }
  return std::nullopt;
}

std::vector<LooseGuard> FuzzSearch::guards() const {
  const FuzzInput first = space_.start();
  const bool may_be = has_guesses_ && !runner_.interrupted() && space_.allows(first);
  return may_be ? loose_guards(space_, runner_, first) : std::vector<LooseGuard>();
}

bool FuzzSearch::is_too_small(const FuzzOutcome& outcome) const {
  if (!has_guesses_ || !outcome.report) return false;
  return std::ranges::any_of(outcome.report->findings, [&](const detector::Finding& finding) {
    if (!is_about_bounds(finding) || finding.space == detector::Space::kShared ||
        finding.space == detector::Space::kLocal || finding.space == detector::Space::kConstant) {
      return false;
    }
    // Each guessed array has elements.
    if (finding.message.ends_with(detector::kThroughNullPointer)) return false;
    if (!finding.object || finding.object->name.empty()) return true;
    const auto known = std::ranges::find(space_.arrays(), finding.object->name, &FuzzArray::name);
    return known == space_.arrays().end() ? finding.object->name.starts_with("allocation") : known->guessed;
  });
}

const detector::Finding* FuzzSearch::find(const FuzzOutcome& outcome, const std::string& defect) const {
  if (!outcome.report || outcome.refused || is_not_meant(outcome) || is_too_small(outcome)) return nullptr;
  for (const detector::Finding& finding : outcome.report->findings) {
    if (defect_key(finding) == defect) return &finding;
  }
  return nullptr;
}

std::string FuzzSearch::shown_label(const FuzzInput& input) const {
  constexpr std::size_t kMost = 100;
  return detector::cut(space_.label(input), kMost);
}

void FuzzSearch::consider(const FuzzInput& input, const FuzzOutcome& outcome) {
  const std::uint64_t number = ++tried_;
  if (outcome.refused) {
    ++ends_.refused;
    return;
  }
  if (is_not_meant(outcome)) {
    ++ends_.not_meant;
    return;
  }
  if (outcome.report && !outcome.report->findings.empty()) {
    // Why it ended so is told by them.
  } else if (outcome.signal != 0) {
    ++ends_.others["signal " + std::to_string(outcome.signal) + " (" + strsignal(outcome.signal) + ")"];
  } else if (outcome.status != 0) {
    ++ends_.others["exit status " + std::to_string(outcome.status)];
  }
  if (!outcome.report) return;
  if (is_too_small(outcome)) {
    ++ends_.too_small;
    FuzzInput larger = input;
    for (FuzzContents& contents : larger.arrays) ++contents.grown;
    static_cast<void>(space_.repair(larger));
    if (space_.allows(larger) && seen_.insert(key_of(larger)).second) waiting_.push_back(std::move(larger));
    return;
  }
  detector::Report sums = *outcome.report;
  sums.findings.clear();
  sums.notes.clear();
  sums_.add(sums, detector::RunName{});
  bool is_new = reached_.add(*outcome.report, number);
  std::set<std::string> had;
  for (const detector::Finding& finding : outcome.report->findings) {
    const std::string group = group_key(finding);
    if (!had.insert(group).second) continue;
    if (const auto known = known_.find(group); known != known_.end()) {
      FuzzFinding& there = findings_[known->second];
      ++there.runs;
      // An index says more than that an array has no elements; whole warps more than that some lanes do not exist; an
      // order that can be told more than one that is drawn.
      const bool says_more =
          (there.finding.kind == detector::Kind::kInvalidAddress && finding.kind == detector::Kind::kOutOfBounds) ||
          (is_about_lanes(finding) && has_whole_warps(finding) && !has_whole_warps(there.finding)) ||
          (input.seed == 0 && there.input.seed != 0);
      if (!says_more) continue;
    }
    is_new = true;
    add_finding(input, finding, number);
  }
  constexpr std::size_t kMostKept = 4096;
  if (!is_new || kept_.size() >= kMostKept) return;
  kept_.push_back(input);
  labels_[number] = shown_label(input);
  corpus_.keep(input);
}

bool FuzzSearch::is_confirmed(const FuzzInput& input, const detector::Finding& finding, const std::string& defect) {
  if (finding.kind == detector::Kind::kTimeout) {
    // It may be slow, or the machine busy.
    constexpr double kPatience = 4;
    const std::vector<FuzzOutcome> outcomes = runner_.run({input}, kPatience);
    return !outcomes.empty() && find(outcomes.front(), defect) != nullptr;
  }
  if (!has_guesses_) return true;
  FuzzInput larger = input;
  for (FuzzContents& contents : larger.arrays) ++contents.grown;
  static_cast<void>(space_.repair(larger));
  if (larger == input || !space_.allows(larger)) return true;
  const auto shows = [&](const FuzzInput&, const FuzzOutcome& outcome) { return find(outcome, defect) != nullptr; };
  return runner_.first({larger}, shows).has_value();
}

void FuzzSearch::add_finding(const FuzzInput& input, const detector::Finding& finding, std::uint64_t number) {
  const std::string defect = defect_key(finding);
  constexpr int kMostAttempts = 3;
  if (unconfirmed_[defect] >= kMostAttempts) return;
  if (!is_confirmed(input, finding, defect)) {
    if (!runner_.interrupted()) {
      ++unconfirmed_[defect];
      ++ends_.unconfirmed;
    }
    return;
  }
  FuzzFinding found{finding, input, shown_label(input), number, 1};
  constexpr std::size_t kMostMinimised = 50;
  if (findings_.size() < kMostMinimised) minimise(found, defect);
  const auto [known, is_first] = known_.try_emplace(group_key(finding), findings_.size());
  const std::size_t index = known->second;
  if (is_first) {
    findings_.push_back(std::move(found));
  } else {
    found.runs = findings_[index].runs;
    findings_[index] = std::move(found);
  }
  corpus_.keep_finding(findings_[index].input, index + 1);
}

bool FuzzSearch::make_simpler(FuzzFinding& found, const std::string& defect, std::size_t part, std::size_t& left) {
  std::vector<std::uint32_t> threads;
  for (const detector::FindingAccess& access : found.finding.accesses) {
    threads.push_back(thread_of(found.finding, access));
  }
  return take_first(found, defect, simpler(found.input, part, space_, threads), left);
}

bool FuzzSearch::take_first(FuzzFinding& found, const std::string& defect, std::vector<FuzzInput> candidates,
                            std::size_t& left) {
  candidates.resize(std::min(candidates.size(), left));
  const bool keeps_warps = is_about_lanes(found.finding) && has_whole_warps(found.finding);
  std::optional<detector::Finding> seen;
  const auto shows = [&](const FuzzInput&, const FuzzOutcome& outcome) {
    const detector::Finding* const finding = find(outcome, defect);
    if (finding == nullptr || (keeps_warps && !has_whole_warps(*finding))) return false;
    seen = *finding;
    return true;
  };
  const auto simplest = runner_.first(candidates, shows);
  left -= simplest ? *simplest + 1 : candidates.size();
  if (!simplest) return false;
  found.input = candidates[*simplest];
  found.finding = *seen;
  return true;
}

void FuzzSearch::minimise(FuzzFinding& found, const std::string& defect) {
  // A run that has to be ended takes as long as it may.
  constexpr std::size_t kMostSlow = 8, kMost = 300, kMostWithOrders = 600;
  std::size_t left = found.finding.kind == detector::Kind::kTimeout ? kMostSlow
                     : found.input.seed != 0                        ? kMostWithOrders
                                                                    : kMost;
  if (is_about_lanes(found.finding) && !has_whole_warps(found.finding)) {
    take_first(found, defect, in_whole_warps(found.input, space_), left);
  }
  const FuzzFinding whole = found;
  bool is_simpler = true;
  while (is_simpler && left != 0 && !runner_.interrupted()) {
    is_simpler = false;
    for (std::size_t part = 0; part < parts_of(space_); ++part) {
      while (left != 0 && make_simpler(found, defect, part, left)) is_simpler = true;
    }
  }
  if (!runner_.interrupted() && found.input != whole.input && !is_confirmed(found.input, found.finding, defect)) {
    found = whole;
  }
}

}  // namespace fencepost::cli
