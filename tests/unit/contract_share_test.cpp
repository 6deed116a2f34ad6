// Shares of permissions against rationals of 128 bits, and what a thread has against a list of bytes.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "detector/contract/permissions.h"
#include "detector/contract/share.h"
#include "detector/include/fencepost/contract.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

__extension__ using Wide = __int128;

Wide greatest_divisor(Wide a, Wide b) { return b == 0 ? (a < 0 ? -a : a) : greatest_divisor(b, a % b); }

constexpr std::int64_t kHalfRange = std::int64_t{1} << 62;

TEST(Share, AddsAndComparesAsRationalsDo) {
  std::mt19937_64 random(1);
  const auto number = [&](std::int64_t most) {
    // Of all sizes, and often with factors in common.
    const auto bits = static_cast<int>(random() % 62);
    return static_cast<std::int64_t>(random() % 7 == 0 ? random() % 12 : random() >> (63 - bits)) % most;
  };
  std::size_t fitting = 0, beyond = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::int64_t b = number(kHalfRange) + 1, d = random() % 3 == 0 ? b : number(kHalfRange) + 1;
    const auto first = Share::of({number(kHalfRange), b, false});
    const auto second = Share::of({number(kHalfRange), d, false});
    ASSERT_TRUE(first && second);
    const Wide left = Wide{first->numerator} * second->denominator;
    const Wide right = Wide{second->numerator} * first->denominator;
    EXPECT_EQ(compare(*first, *second), left < right ? -1 : left > right ? 1 : 0);
    for (const int sign : {1, -1}) {
      Wide numerator = left + sign * right, denominator = Wide{first->denominator} * second->denominator;
      const Wide divisor = greatest_divisor(numerator, denominator);
      numerator /= divisor;
      denominator /= divisor;
      const bool fits =
          numerator == static_cast<std::int64_t>(numerator) && denominator == static_cast<std::int64_t>(denominator);
      ++(fits ? fitting : beyond);
      const auto result = sign > 0 ? sum(*first, *second) : difference(*first, *second);
      ASSERT_EQ(result.has_value(), fits);
      if (!fits) continue;
      EXPECT_EQ(result->numerator, static_cast<std::int64_t>(numerator));
      EXPECT_EQ(result->denominator, static_cast<std::int64_t>(denominator));
    }
  }
  EXPECT_GT(fitting, 10'000U);
  EXPECT_GT(beyond, 10'000U);
}

TEST(Share, OfTheLargestNumbersIsExactOrNothing) {
  constexpr std::int64_t kMost = INT64_MAX;
  const Share most{kMost, 1, 0}, least{1, kMost, 0}, second{1, kMost - 1, 0};
  EXPECT_FALSE(sum(most, Share::kAll));
  EXPECT_FALSE(sum(most, least));
  EXPECT_FALSE(sum(least, second));
  EXPECT_EQ(difference(most, most), Share::kNothing);
  EXPECT_LT(compare(least, second), 0);
  EXPECT_FALSE(Share::of({INT64_MIN, INT64_MIN + 1, false}));
  EXPECT_EQ(Share::of({INT64_MIN, INT64_MIN, false}), Share::kAll);
  EXPECT_FALSE(sum(Share{0, 1, kMost}, Share{0, 1, 1}));
}

TEST(Share, ReadIsSmallerThanEveryFraction) {
  const Share read = *Share::of(contract::kRead);
  const Share tiny{1, INT64_MAX, 0};
  EXPECT_TRUE(read.is_some());
  EXPECT_LT(Share::kNothing, read);
  EXPECT_LT((Share{0, 1, INT64_MAX}), tiny);
  const Share lent = *difference(Share::kAll, read);
  EXPECT_LT(lent, Share::kAll);
  EXPECT_TRUE(lent.is_some());
  EXPECT_EQ(sum(lent, read), Share::kAll);
  EXPECT_EQ(lent.text(), "less than 1");
  EXPECT_EQ((Share{1, 2, 1}).text(), "1\\2 and read");
}

TEST(Fraction, WithoutMeaningHasNoValue) {
  using contract::divide;
  EXPECT_THROW((void)divide(1, 0), contract::NoValue);
  EXPECT_THROW((void)divide(divide(1, INT64_MAX), 2), contract::NoValue);
  EXPECT_THROW((void)divide(contract::kRead, 2), contract::NoValue);
  EXPECT_THROW((void)(divide(1, INT64_MAX) + divide(1, INT64_MAX - 1)), contract::NoValue);
  EXPECT_FALSE(Share::of(divide(-1, 2)));
  EXPECT_EQ(Share::of(divide(divide(1, 2), 2) + divide(-1, -4)), (Share{1, 2, 0}));
  EXPECT_EQ(Share::of(contract::kWrite - divide(2, 6)), (Share{2, 3, 0}));
}

/// The slow definition of Permissions: a share for each byte.
struct Bytes {
  std::map<std::uintptr_t, Share> shares;

  std::optional<std::uintptr_t> take(std::uintptr_t begin, std::uintptr_t end, const Share& share) {
    std::optional<std::uintptr_t> lacking;
    for (std::uintptr_t at = begin; at < end; ++at) {
      Share& known = shares[at];
      if (known < share) {
        if (!lacking) lacking = at;
        known = Share::kNothing;
      } else {
        known = *difference(known, share);
      }
    }
    return lacking;
  }
};

TEST(Permissions, AreAsThoseOfEachByte) {
  std::mt19937 random(7);
  const contract::Clause clauses[] = {{"a", 1, 1, ""}, {"a", 2, 1, ""}};
  const Share shares[] = {{1, 2, 0}, {1, 3, 0}, {1, 1, 0}, {0, 1, 1}};
  std::size_t lacked = 0;
  for (unsigned round = 0; round < rounds(2000); ++round) {
    Permissions held;
    Bytes bytes;
    for (int step = 0; step < 30; ++step) {
      const std::uintptr_t begin = 100 + random() % 40, end = begin + 1 + random() % (random() % 3 == 0 ? 30 : 4);
      const HeldRange range{begin, end, shares[random() % 4], &clauses[random() % 2], 1};
      if (random() % 2 == 0) {
        ASSERT_TRUE(held.add(range));
        for (std::uintptr_t at = begin; at < end; ++at) bytes.shares[at] = *sum(bytes.shares[at], range.share);
      } else {
        const auto before = bytes.shares;
        const auto expected = bytes.take(begin, end, range.share);
        const auto lacking = held.take(range);
        ASSERT_EQ(lacking.has_value(), expected.has_value());
        if (lacking) {
          ++lacked;
          EXPECT_EQ(lacking->begin, *expected);
          const auto known = before.find(*expected);
          EXPECT_EQ(lacking->share, known != before.end() ? known->second : Share::kNothing);
        }
      }
      const HeldRange* previous = nullptr;
      for (const HeldRange& each : held.ranges()) {
        EXPECT_LT(each.begin, each.end);
        EXPECT_FALSE(each.share.is_nothing());
        EXPECT_TRUE(previous == nullptr || previous->end <= each.begin);
        previous = &each;
      }
      for (std::uintptr_t at = 98; at < 175; ++at) {
        const HeldRange* found = held.find(at);
        const auto known = bytes.shares.find(at);
        const Share expected = known != bytes.shares.end() ? known->second : Share::kNothing;
        ASSERT_EQ(found != nullptr ? found->share : Share::kNothing, expected) << at;
        const auto lacking = held.first_lacking(at, at + 1, Permissions::Need::kAll);
        EXPECT_EQ(lacking.has_value(), expected < Share::kAll);
        EXPECT_EQ(held.first_lacking(at, at + 1, Permissions::Need::kSome).has_value(), !expected.is_some());
      }
    }
  }
  EXPECT_GT(lacked, rounds(1000));
}

TEST(Permissions, OfElementsOneAfterTheOtherAreOneRange) {
  const contract::Clause clause{"a", 1, 1, ""};
  Permissions held;
  for (std::uintptr_t i = 0; i < 1000; ++i) held.add({4 * i, 4 * i + 4, Share::kAll, &clause, 4});
  EXPECT_EQ(held.ranges().size(), 1U);
  EXPECT_FALSE(held.take({400, 404, Share{1, 2, 0}, &clause, 4}));
  EXPECT_EQ(held.ranges().size(), 3U);
  held.add({400, 404, Share{1, 2, 0}, &clause, 4});
  EXPECT_EQ(held.ranges().size(), 1U);
}

}  // namespace
}  // namespace fencepost::detector
