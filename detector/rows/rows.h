// Accesses in rows: of threads one behind the other, at addresses one step apart (sim/interface/inlined_checks.h), as
// the permission patterns of the papers have them: thread t has element b + k * t.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// Bytes from the first that are accessed to the last.
struct Extent {
  std::uintptr_t begin = 0, bytes = 0;

  [[nodiscard]] std::uintptr_t end() const { return begin + bytes; }
  [[nodiscard]] bool meets(const Extent& other) const { return begin < other.end() && other.begin < end(); }
  /// Some bytes of so many words are in it.
  [[nodiscard]] std::uintptr_t words() const { return (end() + kWordBytes - 1) / kWordBytes - begin / kWordBytes; }
};

/// Thread first + i * rank_step, for i below `threads`, accesses `bytes` at `address + i * thread_step + j * step` for
/// each j below `turns`. Bytes are 1 or 2, or a multiple of 4; steps and address are multiples of
/// them, or of 4.
struct Row {
  std::uintptr_t address = 0;
  std::int64_t thread_step = 0, step = 0;
  std::uint64_t turns = 1;
  std::uint64_t repeats = 1;  ///< Each access is made so often in the interval, which is told once.
  std::uint32_t bytes = 0;
  std::uint32_t first = 0, threads = 0;
  std::uint32_t rank_step = 1;  ///< At least 1.
  std::uint64_t access = 0;     ///< Site, kind and mask, as in Cell::first; the mask is that of a whole word.
  bool is_shared = false;       ///< To shared memory.
  bool is_variable = false;     ///< Of a variable of the program, which all the threads read alike.
  std::uint64_t serial = 0;     ///< Of rows in one interval, those of lower number come first for each thread.
  Extent extent;

  void measure();  ///< Sets the extent.
  [[nodiscard]] bool writes() const { return (access & cell::tag(kWrites, 0)) != 0; }
  /// `access` with the mask of what the one at `address` has of its words, each of them.
  [[nodiscard]] std::uint64_t access_at(std::uintptr_t at) const {
    if (bytes >= kWordBytes) return access;
    return (access & ~cell::tag(0, kAllBytes)) | cell::tag(0, ((1U << bytes) - 1) << at % kWordBytes);
  }
  [[nodiscard]] std::uint32_t words_of_each() const { return (bytes + kWordBytes - 1) / kWordBytes; }
  /// Each of its bytes is accessed by one thread, once.
  [[nodiscard]] bool is_apart() const;
  /// Its bytes lie one behind the other, without gaps.
  [[nodiscard]] bool is_dense() const {
    return turns == 1 && (thread_step == bytes || (thread_step == 0 && threads != 0));
  }
  /// `next` is the same access of the threads behind these, at the addresses behind these.
  [[nodiscard]] bool continues_with(const Row& next) const {
    return turns == 1 && next.turns == 1 && next.first == first + threads * rank_step && access == next.access &&
           bytes == next.bytes && thread_step == next.thread_step && rank_step == next.rank_step &&
           is_shared == next.is_shared &&
           next.address == address + static_cast<std::uintptr_t>(thread_step * static_cast<std::int64_t>(threads));
  }
  /// Where the row would begin that had the threads before these, too.
  [[nodiscard]] std::uintptr_t of_thread_0() const {
    return address - static_cast<std::uintptr_t>(thread_step * static_cast<std::int64_t>(first / rank_step));
  }
  /// Those of its threads and of the other's, continued, are the same.
  [[nodiscard]] bool has_threads_like(const Row& other) const {
    return rank_step == other.rank_step && first % rank_step == other.first % rank_step;
  }
  /// Calls `visit(address, thread)` for each access; until it returns false, which is returned.
  template <class Visit>
  bool each(Visit visit) const {
    std::uintptr_t at = address;
    for (std::uint64_t j = 0; j < turns; ++j, at += static_cast<std::uintptr_t>(step)) {
      std::uintptr_t element = at;
      for (std::uint32_t i = 0; i < threads; ++i, element += static_cast<std::uintptr_t>(thread_step)) {
        if (!visit(element, first + i * rank_step)) return false;
      }
    }
    return true;
  }
  /// Calls `visit` for a row of each turn, unless all threads access the same places, one behind the other; else for
  /// this one. Until it returns false, which is returned.
  template <class Visit>
  bool each_turn(Visit visit) const {
    if (turns == 1 || (thread_step == 0 && step == bytes)) return visit(*this);
    Row one = *this;
    one.turns = 1;
    for (std::uint64_t j = 0; j < turns; ++j, one.address += static_cast<std::uintptr_t>(step)) {
      one.measure();
      if (!visit(std::as_const(one))) return false;
    }
    return true;
  }
  /// The same for each place that is accessed, by one of the threads that do.
  template <class Visit>
  bool each_place(Visit visit) const {
    Row some = *this;
    if (thread_step == 0) some.threads = 1;
    return some.each(visit);
  }
};

/// No byte is in both. May be false where that is so.
bool are_apart(const Row& a, const Row& b);

/// No thread accesses what another one writes in the other row. May be false where that is so.
bool are_compatible(const Row& a, const Row& b);

/// The same row in each of several lines of a block: those of line l are the threads `l * line_threads` further, and
/// their accesses `l * line_step` bytes.
struct Sheet {
  Row row;
  std::uint32_t lines = 1;
  std::uint32_t line_threads = 0;  ///< At least 1 where there are several lines.
  std::int64_t line_step = 0;      ///< As the row's steps.
  bool is_quiet = false;           ///< Of reads of device memory: nothing is to be noted.
  bool is_put_off = false;         ///< Of reads of device memory: they are to be noted for all pages together.

  /// Of all lines.
  [[nodiscard]] Extent extent() const {
    const std::int64_t across = line_step * (static_cast<std::int64_t>(lines) - 1);
    return {row.extent.begin + static_cast<std::uintptr_t>(across < 0 ? across : 0),
            row.extent.bytes + static_cast<std::uintptr_t>(std::abs(across))};
  }
  [[nodiscard]] Row line(std::uint32_t number) const {
    Row result = row;
    const auto ahead = static_cast<std::uintptr_t>(line_step * static_cast<std::int64_t>(number));
    result.address += ahead;
    result.extent.begin += ahead;
    result.first += line_threads * number;
    return result;
  }
  /// Where threads of one line are far from each other and those of one column one behind the other, as in `a[x * n +
  /// y]`, the columns become the lines: what is accessed is the same, by the same threads.
  void turn();
  /// Each of its bytes is accessed by one thread, once.
  [[nodiscard]] bool is_apart() const {
    return row.is_apart() && (lines == 1 || static_cast<std::uintptr_t>(std::abs(line_step)) >= row.extent.bytes);
  }
  /// Calls `visit` for the row of each line; until it returns false, which is returned.
  template <class Visit>
  bool each_line(Visit visit) const {
    if (lines == 1) return visit(row);
    for (std::uint32_t number = 0; number < lines; ++number) {
      if (!visit(line(number))) return false;
    }
    return true;
  }
};

/// Of sheets by the same threads: as of rows.
bool are_apart(const Sheet& a, const Sheet& b);
bool are_compatible(const Sheet& a, const Sheet& b);

/// To 0.
enum class Relation : std::uint32_t { kLess, kNotGreater, kGreater, kNotLess, kEqual, kNotEqual };

/// `value + i * step` for i in [0, count), count > 0, compares alike with 0 for each i below what is returned, at
/// least 1.
std::uint32_t alike_to(std::int64_t value, std::int64_t step, Relation relation, std::uint32_t count);

}  // namespace fencepost::detector
