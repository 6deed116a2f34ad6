#include "detector/shadow/memory_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace fencepost::detector {
namespace {

constexpr std::uintptr_t kBegin = 0x10000;
constexpr std::size_t kBytes = 200'000;  // Some chunks, of 16 KiB each.

/// The same, byte by byte.
struct Model {
  std::vector<bool> owned = std::vector<bool>(kBytes), written = std::vector<bool>(kBytes);

  void set(std::uintptr_t address, std::size_t bytes, bool is_owned, bool is_written) {
    for (std::size_t i = 0; i < bytes; ++i) {
      owned[address - kBegin + i] = is_owned;
      written[address - kBegin + i] = is_written;
    }
  }
  [[nodiscard]] unsigned word(std::uintptr_t address) const {
    unsigned state = 0;
    for (unsigned i = 0; i < 4; ++i) {
      if (owned[address - kBegin + i]) state |= 1U << i;
      if (written[address - kBegin + i]) state |= 16U << i;
    }
    return state;
  }
};

void expect_equal(const MemoryState& state, const Model& model) {
  for (std::uintptr_t at = kBegin; at < kBegin + kBytes; at += 4) {
    ASSERT_EQ(state.word(at), model.word(at)) << "at offset " << at - kBegin;
    ASSERT_EQ(state.is_complete(at), model.word(at) == MemoryState::kComplete) << "at offset " << at - kBegin;
  }
}

TEST(MemoryState, NewMemoryIsNobodys) { expect_equal(MemoryState(kBegin, kBytes), Model()); }

TEST(MemoryState, KnowsTheLastByteOfAnAllocation) {
  MemoryState state(kBegin, kBytes);
  state.allocate(kBegin + 256, 10, false);
  EXPECT_EQ(state.owned(kBegin + 252), 0U);
  EXPECT_EQ(state.owned(kBegin + 256), 0xFU);
  EXPECT_EQ(state.owned(kBegin + 264), 0x3U);
  EXPECT_FALSE(state.any_written(kBegin + 256, 10));
  state.write(kBegin + 259, 2);
  EXPECT_EQ(state.written(kBegin + 256), 0x8U);
  EXPECT_EQ(state.written(kBegin + 260), 0x1U);
  EXPECT_FALSE(state.any_written(kBegin + 256, 3));
  EXPECT_TRUE(state.any_written(kBegin + 256, 4));
  state.release(kBegin + 256, 10);
  expect_equal(state, Model());
}

TEST(MemoryState, StatesTellOfWhatWasLookedAt) {
  constexpr std::uintptr_t kChunk = 16384;
  const std::uintptr_t begin = (kBegin / kChunk + 1) * kChunk;
  MemoryState state(kBegin, kBytes);
  state.allocate(begin, 4 * kChunk, false);
  state.write(begin, 2 * kChunk);
  EXPECT_FALSE(state.is_complete(begin + 100));
  state.look_at(begin + kChunk - 4, 8);
  for (const std::uintptr_t at : {begin, begin + 2 * kChunk - 4}) EXPECT_TRUE(state.is_complete(at));
  const std::uint8_t owned = 0xF;
  EXPECT_EQ(state.states()[(begin + 2 * kChunk - kBegin) / 4].load(), 0);
  state.look_at(begin + 2 * kChunk, 4);
  EXPECT_EQ(state.states()[(begin + 2 * kChunk - kBegin) / 4].load(), owned);
}

TEST(MemoryState, CopiesWhatWasWrittenToAnyAlignmentAndOverlapping) {
  for (const int distance : {-9, -8, -4, -1, 1, 3, 4, 8, 31}) {
    for (const std::size_t bytes : {1U, 4U, 7U, 40U}) {
      MemoryState state(kBegin, kBytes);
      Model model;
      state.allocate(kBegin, 256, false);
      model.set(kBegin, 256, true, false);
      for (const std::size_t at : {64U, 66U, 71U, 72U, 73U, 74U, 75U, 90U}) {
        state.write(kBegin + at, 1);
        model.written[at] = true;
      }
      state.copy(kBegin + 64 + static_cast<std::uintptr_t>(distance), kBegin + 64, bytes);
      const std::vector<bool> before = model.written;
      for (std::size_t i = 0; i < bytes; ++i)
        model.written[64 + static_cast<std::size_t>(distance) + i] = before[64 + i];
      expect_equal(state, model);
    }
  }
}

TEST(MemoryState, FindsTheEndOfWhatWasNotWritten) {
  MemoryState state(kBegin, kBytes);
  state.allocate(kBegin, 40'000, false);
  state.write(kBegin + 30, 1);
  state.write(kBegin + 20'000, 8);
  EXPECT_EQ(state.first_written(kBegin, 40'000), kBegin + 30);
  EXPECT_EQ(state.first_written(kBegin + 30, 5), kBegin + 30);
  EXPECT_EQ(state.first_written(kBegin + 31, 100), kBegin + 131);
  EXPECT_EQ(state.first_written(kBegin + 31, 39'000), kBegin + 20'000);
  state.lose(kBegin + 20'001, 6);
  EXPECT_EQ(state.first_unwritten(kBegin + 20'000, 8), kBegin + 20'001);
  EXPECT_EQ(state.first_written(kBegin + 20'001, 100), kBegin + 20'007);
}

TEST(MemoryState, AgreesWithAModelOfBytesOnRandomOperations) {
  std::mt19937 random(7);
  const auto below = [&random](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  for (int round = 0; round < 20; ++round) {
    MemoryState state(kBegin, kBytes);
    Model model;
    struct Range {
      std::uintptr_t begin;
      std::size_t bytes;
    };
    std::vector<Range> live;
    std::uintptr_t free_from = kBegin;
    for (int step = 0; step < 60; ++step) {
      const std::size_t what = below(6);
      if (what == 0 || live.empty()) {
        const std::size_t bytes = 1 + below(step % 2 == 0 ? 300 : 40'000);
        if (free_from + bytes > kBegin + kBytes) continue;
        const bool written = below(4) == 0;
        live.push_back({free_from, bytes});
        state.allocate(free_from, bytes, written);
        model.set(free_from, bytes, true, written);
        free_from += (bytes + 511) / 256 * 256;
      } else if (what == 1) {
        const std::size_t which = below(live.size());
        state.release(live[which].begin, live[which].bytes);
        model.set(live[which].begin, live[which].bytes, false, false);
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
      } else {
        const Range& to = live[below(live.size())];
        const std::size_t at = below(to.bytes), bytes = 1 + below(to.bytes - at);
        if (what == 2) {
          state.write(to.begin + at, bytes);
          model.set(to.begin + at, bytes, true, true);
          continue;
        }
        if (what == 5) {
          state.lose(to.begin + at, bytes);
          model.set(to.begin + at, bytes, true, false);
          continue;
        }
        const Range& from = live[below(live.size())];
        const std::size_t from_at = below(from.bytes), both = std::min(bytes, from.bytes - from_at);
        state.copy(to.begin + at, from.begin + from_at, both);
        const std::vector<bool> before = model.written;
        for (std::size_t i = 0; i < both; ++i) {
          model.written[to.begin - kBegin + at + i] = before[from.begin - kBegin + from_at + i];
        }
      }
    }
    expect_equal(state, model);
  }
}

}  // namespace
}  // namespace fencepost::detector
