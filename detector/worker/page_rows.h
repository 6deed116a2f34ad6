// Rows of accesses to device memory in the current launch, by page, that no cell knows of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/block_epochs.h"
#include "detector/worker/global_shadow.h"
#include "detector/worker/rows.h"

namespace fencepost::detector {

/// A row, and others like it of later intervals: number q of them is `stride * q` bytes further, and by the interval
/// with the epoch `epoch + epoch_step * q`. Each may be `lines` rows, as of a block of two dimensions: by threads
/// `line_threads` further in each line, at addresses `line_step` bytes further, apart from each other; or, of reads, at
/// the same (0).
struct KeptRow {
  Row row;
  std::uint32_t lines = 1, line_threads = 0;
  std::uint32_t last_lines = 1;  ///< Of the last of them, to which lines may be added.
  std::uintptr_t line_step = 0;
  std::uint64_t epoch = 0, epoch_step = 0;
  std::uintptr_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t next = 0;  ///< Of the page's, in an order of its own; 0: none.

  [[nodiscard]] Extent extent() const {
    return {row.extent.begin, row.extent.bytes + stride * (count - 1) + line_step * (lines - 1)};
  }
  [[nodiscard]] std::uintptr_t last_address() const { return row.address + stride * (count - 1); }
  [[nodiscard]] std::uint32_t lines_of(std::uint32_t q) const { return q + 1 == count ? last_lines : lines; }
  [[nodiscard]] bool has_lines_apart() const { return lines > 1 && line_step != 0; }
  [[nodiscard]] Row at(std::uint32_t q, std::uint32_t line = 0) const {
    Row result = row;
    const std::uintptr_t ahead = stride * q + line_step * line;
    result.address += ahead;
    result.extent.begin += ahead;
    result.first += line * line_threads;
    return result;
  }
  [[nodiscard]] std::uint64_t epoch_of(std::uint32_t q) const { return epoch + epoch_step * q; }
  /// Lines that are apart and intervals, one `further` bytes from the next, would not be in each other: the lines of
  /// `intervals` lie within one line, or all lines of an interval before those of the next.
  [[nodiscard]] bool may_repeat(std::uintptr_t further, std::uint32_t intervals) const {
    return !has_lines_apart() || further * (intervals - 1) + row.extent.bytes <= line_step ||
           further >= line_step * (lines - 1) + row.extent.bytes;
  }
  /// Calls `visit(q, line)` for those that may meet `other`, of lines at the same addresses for the first; until it
  /// returns false, which is returned.
  template <class Visit>
  bool each_near(const Extent& other, Visit visit) const {
    if (!extent().meets(other)) return true;
    struct Range {
      std::uint32_t from, to;
    };
    const std::uintptr_t last = other.end() - 1;
    // Of `number` that begin at `begin`, `step` bytes apart.
    const auto near = [&](std::uintptr_t begin, std::uintptr_t step, std::uint32_t number) -> Range {
      if (number == 1 || step == 0 || last < begin) return {0, step == 0 || number == 1 ? number - 1 : 0};
      const auto which = [&](std::uintptr_t address) {
        return address < begin
                   ? 0
                   : static_cast<std::uint32_t>(std::min<std::uintptr_t>((address - begin) / step, number - 1));
      };
      return {which(other.begin), which(last)};
    };
    const std::uintptr_t begin = row.extent.begin;
    if (!has_lines_apart() || stride >= line_step) {
      const Range intervals = near(begin, stride, count);
      for (std::uint32_t q = intervals.from; q <= intervals.to; ++q) {
        const std::uint32_t there = has_lines_apart() ? lines_of(q) : 1;
        const Range range = near(begin + stride * q, line_step, there);
        for (std::uint32_t line = range.from; line <= range.to; ++line) {
          if (!visit(q, line)) return false;
        }
      }
      return true;
    }
    const Range range = near(begin, line_step, lines);
    for (std::uint32_t line = range.from; line <= range.to; ++line) {
      const Range intervals = near(begin + line_step * line, stride, count);
      for (std::uint32_t q = intervals.from; q <= intervals.to; ++q) {
        if (line < lines_of(q) && !visit(q, line)) return false;
      }
    }
    return true;
  }
};

/// What the rows of a launch did to pages (of GlobalShadow) where no single access makes it necessary to know of each
/// word: memory and time are as the rows, not as their words. Of such pages GlobalShadow::touched is 0. All that is
/// kept of a page is without conflict: reads, what each word's one thread does in one interval, and what one
/// block does in several; a word is written by one row. Thread safety: as
/// WorkerShadow.
class PageRows {
 public:
  static constexpr std::size_t kMost = 80;  ///< Rows of a page; of more, each word is looked at.
  static constexpr std::size_t kMany = 40;  ///< Of these, those are dropped that add nothing.
  static constexpr std::uintptr_t kLargest = std::uintptr_t{1} << 15;  ///< Extent of a row, in bytes.

  void reserve(const GlobalShadow& global);
  /// The row is of a form that is kept.
  [[nodiscard]] static bool may_take(const Row& row);
  /// What is kept of the page, of which no word is known, allows that the row is added, in the interval of `epoch`,
  /// of a block whose first interval has `block_epoch`.
  [[nodiscard]] bool is_compatible(std::size_t page, const Row& row, std::uint64_t epoch, std::uint64_t block_epoch);
  /// Adds it. False if there are too many.
  [[nodiscard]] bool add(std::size_t page, const Row& row, std::uint64_t epoch, const BlockEpochs& blocks);

  [[nodiscard]] bool has(std::size_t page) const { return heads_ != nullptr && heads_[page] != 0; }
  [[nodiscard]] bool has_writes(std::size_t page) const;
  /// No row of the page meets one of `other`, of another worker, if either writes. May be false where that is so.
  [[nodiscard]] bool is_apart_from(const PageRows& other, std::size_t page) const;
  /// Of the page, whose words are looked at from now on, also in the next launches; they are forgotten.
  [[nodiscard]] std::vector<KeptRow> take(std::size_t page);
  /// With rows, or without any longer.
  [[nodiscard]] const std::vector<std::uint32_t>& pages() const { return pages_; }
  /// The launch is over.
  void forget();

 private:
  bool make_room(std::size_t page, std::uint64_t epoch, const BlockEpochs& blocks);

  std::uint32_t* heads_ = nullptr;   ///< By page; 0: none.
  std::uint32_t* last_ = nullptr;    ///< By page: to which a row was added last; 0: not known.
  std::uint8_t* written_ = nullptr;  ///< By page; 1: some row writes.
  std::uint8_t* opened_ = nullptr;   ///< By page; not 0: what was kept had to be taken, not long ago.
  std::vector<KeptRow> rows_{1};
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> pages_;
};

}  // namespace fencepost::detector
