#include "detector/shadow/footprint.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fencepost::detector {
namespace {

/// True, and the run grown, if the word at its end accessed by `rank` goes on as the run began.
bool continue_run(FootprintRun& run, std::uint64_t rank) {
  const std::uint64_t words = run.end - run.begin;
  if (run.words_per_step == 0 && rank > run.rank && rank - run.rank <= ~std::uint32_t{0} &&
      words <= ~std::uint32_t{0}) {
    run.words_per_step = static_cast<std::uint32_t>(words);
    run.ranks_per_step = static_cast<std::uint32_t>(rank - run.rank);
  } else if (run.rank_at(run.end) != rank) {
    return false;
  }
  ++run.end;
  return true;
}

}  // namespace

void Footprint::add(std::uint64_t word, SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t rank) {
  const FootprintRun added{.begin = word, .end = word + 1, .rank = rank, .site = site, .kind = kind, .mask = mask};
  for (std::size_t i = 0; i < open_.size();) {
    FootprintRun& run = runs_[open_[i]];
    if (run.end == word && run.same_accesses(added) && continue_run(run, rank)) return;
    if (run.end < word) {
      open_[i] = open_.back();
      open_.pop_back();
    } else {
      ++i;
    }
  }
  open_.push_back(runs_.size());
  runs_.push_back(added);
}

void Footprint::add_bytes(std::uintptr_t address, std::size_t bytes, SiteId site, std::uint8_t kind) {
  open_.clear();
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end;) {
    const std::uint64_t word = at / kWordBytes;
    FootprintRun run{.begin = word, .end = word + 1, .site = site, .kind = kind, .mask = kAllBytes};
    const bool whole = at % kWordBytes == 0 && end - at >= kWordBytes;
    if (whole) {
      run.end = end / kWordBytes;
    } else {
      const std::uintptr_t first = word * kWordBytes;
      run.mask = static_cast<std::uint8_t>(kAllBytes << (at - first) & kAllBytes);
      if (end - first < kWordBytes) run.mask &= static_cast<std::uint8_t>(kAllBytes >> (kWordBytes - (end - first)));
    }
    runs_.push_back(run);
    at = run.end * kWordBytes;
  }
}

void Footprint::merge(const Footprint& other) {
  open_.clear();
  std::vector<FootprintRun> added = other.runs_;
  for (std::vector<FootprintRun>* runs : {&runs_, &added}) {
    if (!std::is_sorted(runs->begin(), runs->end())) std::sort(runs->begin(), runs->end());
  }
  std::vector<FootprintRun> all;
  std::set_union(runs_.begin(), runs_.end(), added.begin(), added.end(), std::back_inserter(all));
  runs_ = std::move(all);
}

void Footprint::finish() {
  open_ = {};
  const auto begins_before = [](const FootprintRun& a, const FootprintRun& b) { return a.begin < b.begin; };
  if (!std::is_sorted(runs_.begin(), runs_.end(), begins_before)) {
    std::stable_sort(runs_.begin(), runs_.end(), begins_before);
  }
  ends_.clear();
  ends_.reserve(runs_.size());
  std::uint64_t end = 0;
  for (const FootprintRun& run : runs_) ends_.push_back(end = std::max(end, run.end));
}

void Footprint::remove(std::uintptr_t address, std::size_t bytes) {
  // Allocations are whole words.
  const std::uint64_t from = address / kWordBytes;
  const std::uint64_t to = (address + bytes + kWordBytes - 1) / kWordBytes;
  std::vector<FootprintRun> kept;
  for (const FootprintRun& run : runs_) {
    if (run.begin < from) {
      kept.push_back(run);
      kept.back().end = std::min(run.end, from);
    }
    if (run.end > to) {
      FootprintRun rest = run;
      rest.begin = std::max(run.begin, to);
      rest.rank = run.rank_at(rest.begin);
      // Within a step the rest would begin out of phase; the thread of its first word stands for all.
      if (run.words_per_step > 1 && (rest.begin - run.begin) % run.words_per_step != 0) rest.words_per_step = 0;
      kept.push_back(rest);
    }
  }
  runs_ = std::move(kept);
  finish();
}

}  // namespace fencepost::detector
