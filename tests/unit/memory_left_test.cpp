#include "sim/os/memory_left.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace fencepost::sim {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST(MemoryLeft, GrowsWithWhatIsTouched) {
  const MemoryUse before = memory_use();
  ASSERT_GT(before.total, 0U);
  EXPECT_LE(before.resident, before.total);
  const std::vector<char> touched(std::size_t{64} << 20, 1);
  const MemoryUse after = memory_use();
  EXPECT_GE(after.resident, before.resident + touched.size() / 2);
}

TEST(MemoryLeft, RunsOutForTheProcessThatTakesMuchOfIt) {
  EXPECT_TRUE(runs_out({.resident = 20 * kGiB, .total = 24 * kGiB, .available = kGiB / 4}, 0));
  EXPECT_FALSE(runs_out({.resident = 20 * kGiB, .total = 24 * kGiB, .available = 2 * kGiB}, 0));
  EXPECT_FALSE(runs_out({.resident = 2 * kGiB, .total = 24 * kGiB, .available = kGiB / 4}, 0)) << "others took it";
  EXPECT_FALSE(runs_out({.resident = kGiB, .total = 2 * kGiB, .available = kGiB / 2}, 0)) << "a small container";
  EXPECT_FALSE(runs_out({}, 0)) << "the system does not say";
}

TEST(MemoryLeft, RunsOutAtTheLimit) {
  const MemoryUse use = {.resident = 3 * kGiB, .total = 24 * kGiB, .available = 20 * kGiB};
  EXPECT_TRUE(runs_out(use, 2 * kGiB));
  EXPECT_FALSE(runs_out(use, 4 * kGiB));
}

}  // namespace
}  // namespace fencepost::sim
