#include "detector/sampling/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace fencepost::detector {
namespace {

const char kCode[2] = {};

sim::LaunchInfo launch(std::uint32_t blocks, const void* kernel = kCode) {
  sim::LaunchInfo info;
  info.grid = {blocks, 1, 1};
  info.block = {64, 1, 1};
  info.entry_pc = kernel;
  info.has_unchecked_code = true;
  return info;
}

/// The blocks that a launch has checked; it counts `accesses`.
std::set<sim::BlockRank> checked(Sampling& sampling, const sim::LaunchInfo& info, std::uint64_t accesses = 0,
                                 bool in_full = false) {
  sampling.begin_launch(info, in_full);
  std::set<sim::BlockRank> blocks;
  for (sim::BlockRank block = 0; block < info.grid.count(); ++block) {
    if (!sampling.skips(block)) blocks.insert(block);
  }
  EXPECT_EQ(sampling.skips_some(), blocks.size() != info.grid.count());
  sampling.end_launch(accesses);
  return blocks;
}

TEST(Sampling, ChecksEverythingUnlessWanted) {
  Sampling sampling(false, 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(checked(sampling, launch(500), 1000).size(), 500U);
  EXPECT_EQ(sampling.summary().launches(), 0U);
}

TEST(Sampling, ChecksTheFirstLaunchesOfEachKernelAndSize) {
  Sampling sampling(true, 1000);
  EXPECT_EQ(checked(sampling, launch(500), 600).size(), 500U);
  EXPECT_EQ(checked(sampling, launch(500), 600).size(), 500U);
  EXPECT_LT(checked(sampling, launch(500)).size(), 500U);
  EXPECT_EQ(checked(sampling, launch(501), 5000).size(), 501U);
  EXPECT_EQ(checked(sampling, launch(500, kCode + 1)).size(), 500U);
  sim::LaunchInfo other = launch(500);
  other.dynamic_shared_bytes = 4;
  EXPECT_EQ(checked(sampling, other).size(), 500U);
  other.block = {32, 2, 1};
  EXPECT_EQ(checked(sampling, other).size(), 500U);
}

TEST(Sampling, OfManySizesTheFirstLaunchesAreRepeatsToo) {
  Sampling sampling(true, 1000);
  const auto sizes = static_cast<std::uint32_t>(Sampling::kSizesInFull);
  for (std::uint32_t i = 0; i < sizes; ++i) EXPECT_EQ(checked(sampling, launch(500 + i), 999).size(), 500 + i);
  EXPECT_EQ(checked(sampling, launch(600), 16).size(), 600U) << "not enough accesses";
  EXPECT_EQ(checked(sampling, launch(500, kCode + 1)).size(), 500U) << "another kernel";
  std::set<sim::BlockRank> met;
  for (std::uint32_t i = 0; i < Sampling::kShare; ++i) {
    const std::set<sim::BlockRank> some = checked(sampling, launch(700 + i));
    EXPECT_LT(some.size(), 30U);
    met.insert(some.begin(), some.end());
  }
  EXPECT_GT(met.size(), 690U) << "others in each";
  EXPECT_LT(checked(sampling, launch(500), 1000).size(), 500U) << "checked once, not often enough";
  EXPECT_EQ(checked(sampling, launch(900), 0, true).size(), 900U);
}

TEST(Sampling, ManySizesOfLaunchesThatWait) {
  Sampling sampling(true, 0);
  sim::LaunchInfo info = launch(500);
  info.orders_threads = true;
  std::uint64_t in_full = 0;
  for (std::uint32_t i = 0; i < Sampling::kSizesInFull + 2 * Sampling::kShare; ++i) {
    info.grid = {500 + i, 1, 1};
    in_full += checked(sampling, info).empty() ? 0 : 1;
  }
  EXPECT_EQ(in_full, Sampling::kSizesInFull + 2);
}

TEST(Sampling, AFirstLaunchIsCheckedWhateverItCosts) {
  Sampling sampling(true, 0);
  EXPECT_EQ(checked(sampling, launch(500)).size(), 500U);
  EXPECT_LT(checked(sampling, launch(500)).size(), 500U);
}

TEST(Sampling, RepeatsMeetAllBlocksInTurnsByNeighbours) {
  for (const std::uint32_t blocks : {1U, 2U, 3U, 31U, 32U, 33U, 127U, 128U, 129U, 1000U}) {
    Sampling sampling(true, 0);
    checked(sampling, launch(blocks));
    std::set<sim::BlockRank> met;
    std::size_t times = 0, empty = 0;
    const std::uint64_t round = std::clamp<std::uint64_t>((blocks + 1) / 2, Sampling::kLeastShare, Sampling::kShare);
    for (std::uint64_t turn = 0; turn < round; ++turn) {
      const std::set<sim::BlockRank> some = checked(sampling, launch(blocks));
      for (const sim::BlockRank block : some) {
        EXPECT_TRUE(some.contains(block ^ 1) || (block ^ 1) == blocks) << block;
      }
      met.insert(some.begin(), some.end());
      times += some.size();
      empty += some.empty() ? 1 : 0;
    }
    EXPECT_EQ(met.size(), blocks);
    EXPECT_EQ(times, blocks) << "each once";
    EXPECT_EQ(empty, round - std::min<std::uint64_t>((blocks + 1) / 2, round)) << blocks;
    EXPECT_EQ(sampling.summary().blocks, 2U * blocks);
    EXPECT_EQ(sampling.summary().launches(), 1 + round);
  }
}

TEST(Sampling, OfLaunchesWithMuchMemorySomeBlocksFromTheFirstOn) {
  Sampling sampling(true, 0);
  const sim::LaunchInfo info = launch(128);
  sampling.begin_launch(info, false, Sampling::kMostInFull);
  EXPECT_FALSE(sampling.skips_some());
  sampling.end_launch(0);
  const sim::LaunchInfo other = launch(256);
  sampling.begin_launch(other, false, Sampling::kMostInFull + 1);
  EXPECT_TRUE(sampling.skips_some());
  EXPECT_FALSE(sampling.skips(0));
  EXPECT_TRUE(sampling.skips(2));
  sampling.end_launch(0);
  sim::LaunchInfo waits = launch(300);
  waits.orders_threads = waits.learns_of_others = true;
  sampling.begin_launch(waits, false, Sampling::kMostInFull + 1);
  EXPECT_FALSE(sampling.skips_some());
  sampling.end_launch(0);
  EXPECT_EQ(sampling.summary().in_full, 2U);
  EXPECT_EQ(sampling.summary().in_part, 1U);
}

TEST(Sampling, OfLaunchesWithMuchMemoryThatOrderThreadsSomeBlocksOfSome) {
  Sampling sampling(true, 0);
  sim::LaunchInfo info = launch(128);
  info.orders_threads = true;
  sampling.begin_launch(info, false, Sampling::kMostOrdered);
  EXPECT_FALSE(sampling.skips_some());
  sampling.end_launch(0);
  info.grid = {256, 1, 1};
  std::set<sim::BlockRank> met;
  for (std::uint64_t turn = 0; turn < Sampling::kShare * Sampling::kLeastShare; ++turn) {
    sampling.begin_launch(info, false, Sampling::kMostOrdered + 1);
    EXPECT_TRUE(sampling.skips_some());
    EXPECT_EQ(sampling.skips_all(), turn % Sampling::kLeastShare != 0);
    for (sim::BlockRank block = 0; block < 256; ++block) {
      if (!sampling.skips(block)) met.insert(block);
    }
    sampling.end_launch(0);
  }
  EXPECT_EQ(met.size(), 256U);
}

TEST(Sampling, WhereBlocksMayWaitForEachOtherAllOrNone) {
  for (const bool cooperative : {false, true}) {
    Sampling sampling(true, 0);
    sim::LaunchInfo info = launch(200);
    info.cooperative = cooperative;
    info.orders_threads = !cooperative;
    checked(sampling, info);
    std::vector<std::size_t> sizes;
    for (std::uint64_t turn = 0; turn < Sampling::kShare; ++turn) sizes.push_back(checked(sampling, info).size());
    EXPECT_EQ(sizes.back(), 200U);
    sizes.pop_back();
    for (const std::size_t size : sizes) EXPECT_EQ(size, 0U);
    EXPECT_EQ(sampling.summary().not_checked, Sampling::kShare - 1);
  }
}

TEST(Sampling, WhoWantsAllAccessesGetsAll) {
  Sampling sampling(true, 0);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(checked(sampling, launch(500), 0, true).size(), 500U);
  EXPECT_EQ(sampling.summary().in_full, 10U);
}

}  // namespace
}  // namespace fencepost::detector
