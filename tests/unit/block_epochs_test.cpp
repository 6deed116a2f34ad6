#include "detector/shadow/block_epochs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fencepost::detector {
namespace {

/// Beside a table of every epoch, for random launches: blocks of equal and of different lengths, with gaps.
TEST(BlockEpochs, AgreesWithATableOfAllEpochs) {
  std::minstd_rand random(1);
  for (int launch = 0; launch < 300; ++launch) {
    BlockEpochs epochs;
    std::vector<BlockEpochs::Place> table;
    const std::uint64_t first = 1 + random() % 1000;
    std::uint64_t block = 0;
    std::uint32_t usual = 1 + random() % 5;
    const unsigned regular = random() % 100;
    for (int n = 0; n < 200; ++n) {
      if (random() % 100 >= regular) block += random() % 3;
      if (random() % 100 >= regular) usual = 1 + random() % 5;
      const std::uint32_t intervals = random() % 100 < regular ? usual : 1 + random() % 7;
      epochs.begin_block(static_cast<std::int64_t>(first + table.size()), block);
      for (std::uint32_t i = 0; i < intervals; ++i) {
        table.push_back({block, i});
        ASSERT_EQ(epochs.at(first + table.size() - 1), table.back());
      }
      ++block;
    }
    for (std::size_t i = 0; i < table.size(); ++i) ASSERT_EQ(epochs.at(first + i), table[i]) << "epoch " << first + i;
  }
}

TEST(BlockEpochs, UniformBlocksTakeOneEntry) {
  BlockEpochs epochs;
  for (std::uint64_t block = 0; block < 1'000'000; ++block) {
    epochs.begin_block(static_cast<std::int64_t>(5 + 3 * block), block);
  }
  EXPECT_EQ(epochs.entries(), 1);
  EXPECT_EQ(epochs.at(5 + 3 * 777'777 + 2), (BlockEpochs::Place{777'777, 2}));
}

TEST(BlockEpochs, AFirstBlockMayHaveBegunBeforeTheFirstEpoch) {
  BlockEpochs epochs;
  epochs.begin_block(-4, 17);
  EXPECT_EQ(epochs.at(1), (BlockEpochs::Place{17, 5}));
  epochs.begin_block(3, 18);
  EXPECT_EQ(epochs.at(2), (BlockEpochs::Place{17, 6}));
  EXPECT_EQ(epochs.at(3), (BlockEpochs::Place{18, 0}));
}

}  // namespace
}  // namespace fencepost::detector
