// What one operation accessed: runs of words of global memory, each with who did it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// Accesses of one source line and kind to the same bytes of consecutive words. Threads that walk through an array
/// leave one run: word `begin + i` was accessed by the thread of rank `rank + i / words_per_step * ranks_per_step`.
struct FootprintRun {
  std::uint64_t begin = 0, end = 0;  ///< Words: address / 4.
  std::uint64_t rank = 0;            ///< Thread rank in the launch: block * threads of a block + thread. 0 of copies.
  std::uint32_t words_per_step = 0;  ///< 0: all words by the same thread.
  std::uint32_t ranks_per_step = 0;
  SiteId site = 0;
  std::uint8_t kind = 0;  ///< AccessBits.
  std::uint8_t mask = 0;  ///< Bytes of each word.

  [[nodiscard]] std::uint64_t rank_at(std::uint64_t word) const {
    return words_per_step == 0 ? rank : rank + (word - begin) / words_per_step * ranks_per_step;
  }
  [[nodiscard]] bool same_accesses(const FootprintRun& other) const {
    return site == other.site && kind == other.kind && mask == other.mask;
  }
  friend auto operator<=>(const FootprintRun&, const FootprintRun&) = default;
};

/// Thread safety: none. Invariant: runs ascend, first by `begin`; they may overlap.
class Footprint {
 public:
  /// Adds one access to bytes of `word`. Words must ascend. `rank`: of the least thread of those that did it.
  void add(std::uint64_t word, SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t rank);
  /// Adds an access to any number of bytes, by one thread or by a copy. In any order; ends what add() began.
  void add_bytes(std::uintptr_t address, std::size_t bytes, SiteId site, std::uint8_t kind);
  /// Adds what the run has of the words from `from` to before `to`. In any order; where runs of the same accesses meet,
  /// the least rank of each word counts. finish() makes of them what add() would have made.
  void add_run(const FootprintRun& run, std::uint64_t from, std::uint64_t to);
  /// Adds what the other holds and this does not. Ends what add() began.
  void merge(const Footprint& other);
  /// To be called once, after the last access and before the questions below.
  void finish();
  /// Forgets the bytes, whose memory now belongs to somebody else.
  void remove(std::uintptr_t address, std::size_t bytes);

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] const std::vector<FootprintRun>& runs() const { return runs_; }
  /// Words from the first to past the last.
  [[nodiscard]] std::uint64_t begin() const { return runs_.empty() ? 0 : runs_.front().begin; }
  [[nodiscard]] std::uint64_t end() const { return ends_.empty() ? 0 : ends_.back(); }
  friend bool operator==(const Footprint& a, const Footprint& b) { return a.runs_ == b.runs_; }

  /// Calls `visit(mine, other's, word)` for pairs of runs that share bytes, `word` being the first common one, in
  /// ascending order of it. Stops when visit returns false.
  template <class Visit>
  void each_overlap(const Footprint& other, Visit visit) const;

 private:
  static constexpr std::size_t kMostOpen = 32;

  std::vector<FootprintRun> runs_;
  std::vector<std::size_t> open_;        ///< Runs that the next word may continue.
  std::vector<FootprintRun> loose_;      ///< From add_run(): they may overlap in any way.
  std::vector<std::size_t> open_loose_;  ///< Some that were added to last.
  std::vector<std::uint64_t> ends_;      ///< ends_[i]: the greatest end of runs_[0] to runs_[i].
};

template <class Visit>
void Footprint::each_overlap(const Footprint& other, Visit visit) const {
  if (empty() || other.empty()) return;
  struct Side {
    const std::vector<FootprintRun>& runs;
    std::size_t next;
    std::vector<const FootprintRun*> active;  ///< Begun, and not known to have ended.
  };
  // The first run of each that can reach into the other.
  const auto first = [](const Footprint& of, std::uint64_t word) {
    return static_cast<std::size_t>(std::upper_bound(of.ends_.begin(), of.ends_.end(), word) - of.ends_.begin());
  };
  Side sides[2] = {{runs_, first(*this, other.begin()), {}}, {other.runs_, first(other, begin()), {}}};
  for (;;) {
    const bool left = sides[0].next < sides[0].runs.size();
    const bool right = sides[1].next < sides[1].runs.size();
    if ((!left && sides[0].active.empty()) || (!right && sides[1].active.empty()) || (!left && !right)) return;
    const bool take_right = !left || (right && sides[1].runs[sides[1].next].begin < sides[0].runs[sides[0].next].begin);
    Side& taken = sides[take_right ? 1 : 0];
    Side& facing = sides[take_right ? 0 : 1];
    const FootprintRun& run = taken.runs[taken.next++];
    std::erase_if(facing.active, [&](const FootprintRun* r) { return r->end <= run.begin; });
    for (const FootprintRun* opposite : facing.active) {
      if ((opposite->mask & run.mask) == 0) continue;
      const bool goes_on = take_right ? visit(*opposite, run, run.begin) : visit(run, *opposite, run.begin);
      if (!goes_on) return;
    }
    taken.active.push_back(&run);
  }
}

}  // namespace fencepost::detector
