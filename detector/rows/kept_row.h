// Rows of a launch that are alike, as one record.
#pragma once

#include <algorithm>
#include <cstdint>

#include "detector/rows/rows.h"

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

  /// Adds the row, of the interval of `epoch`, as one line more of the last of these, no further than `farthest` bytes
  /// from the line before. False, and nothing is done, if it is none.
  bool add_line(const Row& line, std::uint64_t epoch, std::uintptr_t farthest);
  /// The last of these is it.
  [[nodiscard]] bool ends_with(const Row& other, std::uint64_t epoch) const;
  /// How well the row would be the first line of the next of these: the less, the better; kTooFar: it is not.
  [[nodiscard]] std::uintptr_t distance_to(const Row& next, std::uint64_t epoch, std::uintptr_t farthest) const;
  static constexpr std::uintptr_t kTooFar = ~std::uintptr_t{0};
  /// It is, with so many lines.
  void append(const Row& next, std::uint64_t epoch, std::uint32_t lines_of_next = 1);

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

/// The two differ in where they are and when alone.
bool are_alike(const Row& a, const Row& b);

/// Nothing of the one is in the other. May be false where that is so.
bool are_apart(const KeptRow& a, const KeptRow& b);

}  // namespace fencepost::detector
