// Compiled by the host compiler alone: bodies run, and nothing is expected.
#include <fencepost/gtest_main.h>

TEST(Unchecked, ExpectationsOnlyRunTheirBodies) {
  int ran = 0;
  EXPECT_RACE(1, 2) { ++ran; }
  EXPECT_CLEAN { ++ran; }
  // clang-format off
  if (ran == 2)
    EXPECT_RACE("@a", "b.cu:2") ++ran;
  else
    FAIL() << "the else belongs to the if";
  // clang-format on
  EXPECT_EQ(ran, 3);
  EXPECT_FALSE(fencepost::is_checked());
}
