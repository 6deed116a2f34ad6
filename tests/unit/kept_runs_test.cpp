#include "cli/serve/kept_runs.h"

#include <gtest/gtest.h>

namespace fencepost::cli {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using KeptNames = std::vector<std::string>;

constexpr KeptRuns::Time kKeptBegin{};

TEST(KeptRuns, AreForgottenAfterAnHour) {
  KeptRuns kept;
  kept.add("a", 10, kKeptBegin);
  kept.add("b", 10, kKeptBegin + minutes(1));
  EXPECT_EQ(kept.take_old(kKeptBegin + minutes(60) - seconds(1)), KeptNames{});
  EXPECT_EQ(kept.take_old(kKeptBegin + minutes(60)), KeptNames{"a"});
  EXPECT_EQ(kept.take_old(kKeptBegin + minutes(60)), KeptNames{});
  EXPECT_EQ(kept.take_old(kKeptBegin + minutes(61)), KeptNames{"b"});
}

TEST(KeptRuns, AreTheNewestFiveHundredAndTwelve) {
  KeptRuns kept;
  for (int i = 0; i < 512; ++i) kept.add(std::to_string(i), 0, kKeptBegin);
  EXPECT_EQ(kept.take_old(kKeptBegin), KeptNames{});
  kept.add("512", 0, kKeptBegin);
  kept.add("513", 0, kKeptBegin);
  EXPECT_EQ(kept.take_old(kKeptBegin), (KeptNames{"0", "1"}));
}

TEST(KeptRuns, AreTheNewestOfOneGibibyte) {
  constexpr std::uint64_t kHalf = KeptRuns::kMostBytes / 2;
  KeptRuns kept;
  kept.add("a", kHalf, kKeptBegin);
  kept.add("b", kHalf, kKeptBegin);
  EXPECT_EQ(kept.take_old(kKeptBegin), KeptNames{});
  kept.add("c", 1, kKeptBegin);
  EXPECT_EQ(kept.take_old(kKeptBegin), KeptNames{"a"});
  EXPECT_EQ(kept.take_old(kKeptBegin), KeptNames{});
  kept.add("d", KeptRuns::kMostBytes, kKeptBegin);
  EXPECT_EQ(kept.take_old(kKeptBegin), (KeptNames{"b", "c"}));
}

}  // namespace
}  // namespace fencepost::cli
