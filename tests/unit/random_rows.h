// Rows at random, and what they do to each byte.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <set>

#include "detector/rows/rows.h"

namespace fencepost::detector {

inline constexpr std::uintptr_t kRowsBase = 0x10000;
inline constexpr std::uint32_t kRankStep = 16;  ///< Of some rows; others have 1.

/// That lines of such rows may have, whose threads are others then.
inline std::uint32_t line_threads_of(const Row& row) { return row.rank_step == 1 ? row.threads : 1; }

/// A source of numbers and of small rows near kRowsBase.
class RandomRows {
 public:
  explicit RandomRows(unsigned seed) : random_(seed) {}

  std::int64_t number(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }

  Row any() {
    Row row;
    row.bytes = 1U << number(0, 4);
    row.threads = static_cast<std::uint32_t>(number(1, 12));
    row.first = static_cast<std::uint32_t>(number(0, 3));
    row.rank_step = number(0, 3) == 0 ? kRankStep : 1;
    row.thread_step = number(0, 3) == 0 ? row.bytes * number(-3, 5) : row.bytes;
    row.turns = number(0, 2) == 0 ? static_cast<std::uint64_t>(number(1, 4)) : 1;
    row.step = row.turns == 1 ? 0 : row.bytes * number(-12, 12);
    row.address = kRowsBase + static_cast<std::uintptr_t>(row.bytes * number(0, 20));
    row.access = cell::tag(number(0, 1) == 0 ? kWrites : kPlainRead, kAllBytes);
    row.measure();
    return row;
  }

 private:
  std::mt19937 random_;
};

/// Of each byte, by address: the threads that access it, as often as they do.
using Bytes = std::map<std::uintptr_t, std::multiset<std::uint32_t>>;

inline Bytes bytes_by(const Row& row) {
  Bytes bytes;
  row.each([&](std::uintptr_t address, std::uint32_t thread) {
    for (std::uint32_t i = 0; i < row.bytes; ++i) bytes[address + i].insert(thread);
    return true;
  });
  return bytes;
}

/// What is asked of two rows, or sheets, held against their bytes; how often the answer was yes.
struct Answers {
  unsigned alone = 0, apart = 0, compatible = 0;

  template <class Rows>
  void hold_against(const Rows& a, const Rows& b, const Bytes& of_a, const Bytes& of_b, bool any_writes) {
    if (a.is_apart()) {
      ++alone;
      for (const auto& [byte, threads] : of_a) ASSERT_EQ(threads.size(), 1U);
    }
    bool meet = false, conflict = false;
    for (const auto& [byte, threads] : of_a) {
      const auto there = of_b.find(byte);
      if (there == of_b.end()) continue;
      meet = true;
      for (const std::uint32_t x : threads) {
        for (const std::uint32_t y : there->second) conflict = conflict || x != y;
      }
    }
    if (are_apart(a, b)) {
      ++apart;
      ASSERT_FALSE(meet);
    }
    if (are_compatible(a, b)) {
      ++compatible;
      ASSERT_FALSE(conflict && any_writes);
    }
  }
};

}  // namespace fencepost::detector
