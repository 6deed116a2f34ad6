// What one operation accessed: runs of words of global memory, each with who did it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// The same of words that lie as far apart, as fields of structs do: of `count` elements, the first of which is
/// `first`, each `stride` words further than the one before and of a thread `ranks_per_step` above that.
struct SpreadRun {
  FootprintRun first;
  std::uint64_t stride = 0, count = 1;
  std::uint32_t ranks_per_step = 0;

  [[nodiscard]] std::uint64_t end() const { return first.end + stride * (count - 1); }
  [[nodiscard]] FootprintRun at(std::uint64_t i) const {
    FootprintRun result = first;
    result.begin += stride * i;
    result.end += stride * i;
    result.rank += ranks_per_step * i;
    return result;
  }
  friend auto operator<=>(const SpreadRun&, const SpreadRun&) = default;
};

// Who read the words of a page, each by one line: what FirstReads (detector/worker/first_reads.h) notes, and a
// Footprint keeps as it is until somebody writes there.

/// The reads of a word by one line: the line's key (cell::key_bits) above 32 bits of the least thread rank in the
/// launch. 0: none.
namespace first_read {

inline constexpr unsigned kRankBits = 32;
inline constexpr unsigned kBits = kRankBits + cell::kEpochShift - cell::kMaskShift;
inline constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;

/// `access`: site, kind and mask in place for a cell.
constexpr std::uint64_t make(std::uint64_t access, std::uint64_t rank) {
  return std::uint64_t{cell::key_bits(access)} << kRankBits | rank;
}
constexpr bool are_alike(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kRankBits == 0; }
constexpr std::uint64_t rank(std::uint64_t read) { return read & ((std::uint64_t{1} << kRankBits) - 1); }
/// Without a thread.
constexpr Entry entry(std::uint64_t read) {
  return cell::unpack_access((read & kMask) >> kRankBits << cell::kMaskShift);
}

}  // namespace first_read

struct ReadPage {
  std::uint64_t first_word = 0;      ///< Address / 4.
  std::vector<std::uint64_t> reads;  ///< Of each word from there on.

  [[nodiscard]] std::uint64_t end() const { return first_word + reads.size(); }
  friend bool operator==(const ReadPage&, const ReadPage&) = default;
};

/// Thread safety: none, also of what is const: what is spread, and pages of reads, become runs when somebody asks for
/// each. Invariant: runs ascend, first by `begin`; they may overlap.
class Footprint {
 public:
  /// Adds one access to bytes of `word`. Words must ascend. `rank`: of the least thread of those that did it.
  void add(std::uint64_t word, SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t rank);
  /// Adds an access to any number of bytes, by one thread or by a copy. In any order; ends what add() began.
  void add_bytes(std::uintptr_t address, std::size_t bytes, SiteId site, std::uint8_t kind);
  /// Adds what the run has of the words from `from` to before `to`. In any order; where runs of the same accesses meet,
  /// the least rank of each word counts. finish() makes of them what add() would have made.
  void add_run(const FootprintRun& run, std::uint64_t from, std::uint64_t to);
  /// Elements, likewise.
  void add_spread(const SpreadRun& spread);
  /// Reads of a page's words, likewise. Of each page once.
  void add_reads(ReadPage page) { pages_.push_back(std::move(page)); }
  /// As one of a page, of a word that has another one there.
  void add_read(std::uint64_t word, std::uint64_t read);
  /// Which of a word's reads are in its page, and which were added otherwise, is by chance.
  void note_mixed_reads() { has_mixed_reads_ = true; }
  /// Adds what the other holds and this does not. Ends what add() began.
  void merge(const Footprint& other);
  /// To be called once, after the last access and before the questions below.
  void finish();
  /// Forgets the bytes, whose memory now belongs to somebody else.
  void remove(std::uintptr_t address, std::size_t bytes);

  [[nodiscard]] bool empty() const { return runs_.empty() && spread_.empty() && pages_.empty(); }
  /// All of them. Of what is spread they are as many as elements, of a page as many as words: each_extent() asks for
  /// less.
  [[nodiscard]] const std::vector<FootprintRun>& runs() const {
    expand();
    open_all_pages();
    return runs_;
  }
  /// Calls `visit(begin, end, mask)` for ranges of words in which all accesses are.
  template <class Visit>
  void each_extent(Visit visit) const {
    for (const FootprintRun& run : runs_) visit(run.begin, run.end, run.mask);
    for (const SpreadRun& spread : spread_) visit(spread.first.begin, spread.end(), spread.first.mask);
    for (const ReadPage& page : pages_) {
      const auto is_read = [](std::uint64_t read) { return read != 0; };
      const auto first = std::ranges::find_if(page.reads, is_read);
      if (first == page.reads.end()) continue;
      const auto behind = std::find_if(page.reads.rbegin(), page.reads.rend(), is_read).base();
      visit(page.first_word + (first - page.reads.begin()), page.first_word + (behind - page.reads.begin()), kAllBytes);
    }
  }
  /// May be false of two that are the same, if not all came in the same way.
  friend bool operator==(const Footprint& a, const Footprint& b);

  /// Calls `visit(mine, other's, word)` for pairs of runs that share bytes, `word` being the first common one, in
  /// ascending order of it. Stops when visit returns false. Pairs of two reads may be left out.
  template <class Visit>
  void each_overlap(const Footprint& other, Visit visit) const;

 private:
  static constexpr std::size_t kMostOpen = 32;

  void join_loose();
  /// Makes runs of what is spread.
  void expand() const;
  /// Makes runs of the pages for which `wanted(page)`.
  template <class Wanted>
  void open_pages(Wanted wanted) const;
  void open_all_pages() const;
  /// The same of those in which the other writes.
  void open_pages_written_by(const Footprint& other) const;
  /// Calls `visit(page)` for the pages in which other accesses are that `counts(kind)`.
  template <class Counts, class Visit>
  void each_page_with(const Footprint& other, Counts counts, Visit visit) const;
  /// What is in its pages is nowhere else.
  [[nodiscard]] bool are_pages_apart() const;
  void order_runs() const;
  /// Something spread, of one of the two, may have words of the other.
  static bool may_meet(const Footprint& a, const Footprint& b);
  /// Words from the first to past the last, of runs_.
  [[nodiscard]] std::uint64_t begin() const { return runs_.empty() ? 0 : runs_.front().begin; }
  [[nodiscard]] std::uint64_t end() const { return ends_.empty() ? 0 : ends_.back(); }

  mutable std::vector<FootprintRun> runs_;
  mutable std::vector<SpreadRun> spread_;  ///< None of it is in runs_.
  mutable std::vector<ReadPage> pages_;    ///< Likewise.
  bool has_mixed_reads_ = false;
  mutable bool has_opened_ = false;          ///< Pages became runs.
  std::vector<std::size_t> open_;            ///< Runs that the next word may continue.
  std::vector<FootprintRun> loose_;          ///< From add_run(): they may overlap in any way.
  std::vector<std::size_t> open_loose_;      ///< Some that were added to last.
  mutable std::vector<std::uint64_t> ends_;  ///< ends_[i]: the greatest end of runs_[0] to runs_[i].
};

template <class Visit>
void Footprint::each_overlap(const Footprint& other, Visit visit) const {
  if (may_meet(*this, other)) {
    expand();
    other.expand();
  }
  open_pages_written_by(other);
  other.open_pages_written_by(*this);
  if (runs_.empty() || other.runs_.empty()) return;
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
