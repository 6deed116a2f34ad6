// How soon a block that waits in a loop is known to wait.
#include "sim/engine/spin_watch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace fencepost::sim {
namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kMost = 400'000;

/// Operations until the verdict that the block spins, at bytes that `address_of` names by their number; kMost if none.
template <class AddressOf>
std::uint32_t operations_until_spins(AddressOf address_of) {
  SpinWatch watch;
  watch.begin_block(kThreads);
  for (std::uint32_t i = 0; i < kMost; ++i) {
    if (!watch.counts()) continue;
    if (watch.judge({address_of(i), 1}, kThreads, 0) == SpinWatch::Verdict::kSpins) return i;
  }
  return kMost;
}

TEST(SpinWatch, NeighbouringBytesAreToldApart) {
  const std::vector<std::uint8_t> flags(20'000);
  const std::uint32_t one = operations_until_spins([&](std::uint32_t) { return flags.data(); });
  const std::uint32_t all = operations_until_spins([&](std::uint32_t i) { return &flags[i % flags.size()]; });
  EXPECT_LT(one, kMost);
  // Each byte is news once, whatever was looked at in between.
  EXPECT_LE(all, one + 2 * flags.size());
}

TEST(SpinWatch, AValueThatComesAgainIsNoNews) {
  std::uint8_t lock = 0;
  EXPECT_LT(operations_until_spins([&](std::uint32_t i) {
              lock = i % 2;
              return &lock;
            }),
            kMost);
}

TEST(SpinWatch, ABlockThatSeesNewValuesDoesNotSpin) {
  std::vector<std::uint8_t> all(kMost);
  EXPECT_EQ(operations_until_spins([&](std::uint32_t i) { return &all[i]; }), kMost);
}

TEST(SpinWatch, CountersAtWhichNobodyLooksAreNeitherNewsNorNone) {
  std::uint8_t flag = 0;
  std::vector<std::uint8_t> counters(kMost);
  SpinWatch watch;
  watch.begin_block(kThreads);
  std::uint32_t operations = 0;
  SpinWatch::Verdict verdict = SpinWatch::Verdict::kGoOn;
  // `while (!flag) atomicAdd(counter, 1);`
  while (operations < kMost && verdict != SpinWatch::Verdict::kSpins) {
    const bool looks = operations % 2 == 0;
    const void* const address = looks ? &flag : &counters[operations];
    ++operations;
    if (watch.counts(looks)) verdict = watch.judge({address, 1, looks}, kThreads, 0);
  }
  EXPECT_LT(operations, kMost);
}

TEST(SpinWatch, ABlockThatOnlyCountsIsHardlyWatched) {
  std::vector<std::uint8_t> counters(kMost);
  const auto judged = [&](bool looks) {
    SpinWatch watch;
    watch.begin_block(kThreads);
    std::uint32_t count = 0;
    for (std::uint8_t& counter : counters) {
      if (!watch.counts(looks)) continue;
      ++count;
      EXPECT_NE(watch.judge({&counter, 1, looks}, kThreads, 0), SpinWatch::Verdict::kSpins);
    }
    return count;
  };
  EXPECT_LT(32 * judged(false), judged(true));
}

}  // namespace
}  // namespace fencepost::sim
