// VerCors' sequences against std::vector.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "detector/include/fencepost/contract_sequence.h"
#include "detector/include/fencepost/contract_values.h"

namespace fencepost::contract {
namespace {

using Numbers = Sequence<int64_t>;

std::vector<int64_t> elements(const Numbers& sequence) {
  std::vector<int64_t> result;
  for (int64_t i = 0; i < sequence.size(); ++i) result.push_back(sequence[i]);
  return result;
}

TEST(Sequence, BehavesAsAVector) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<Numbers> made{{}, {1}, {2, 3}};
    std::vector<std::vector<int64_t>> expected{{}, {1}, {2, 3}};
    for (int step = 0; step < 60; ++step) {
      const std::size_t a = random() % made.size(), b = random() % made.size();
      const std::vector<int64_t>& first = expected[a];
      const auto count = static_cast<int64_t>(random() % 12) - 2;
      const auto cut = static_cast<std::ptrdiff_t>(std::clamp<int64_t>(count, 0, static_cast<int64_t>(first.size())));
      std::vector<int64_t> result;
      switch (random() % 4) {
        case 0:
          made.push_back(made[a] + made[b]);
          result = first;
          result.insert(result.end(), expected[b].begin(), expected[b].end());
          break;
        case 1:
          made.push_back(made[a].take(count));
          result.assign(first.begin(), first.begin() + cut);
          break;
        case 2:
          made.push_back(made[a].drop(count));
          result.assign(first.begin() + cut, first.end());
          break;
        default:
          made.push_back(Numbers{step} + made[a]);
          result = first;
          result.insert(result.begin(), step);
          break;
      }
      if (result.size() > 200) {
        made.pop_back();
        continue;
      }
      expected.push_back(std::move(result));
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
      ASSERT_EQ(elements(made[i]), expected[i]);
      for (std::size_t j = 0; j < made.size(); ++j) EXPECT_EQ(made[i] == made[j], expected[i] == expected[j]);
    }
  }
}

TEST(Sequence, BuiltByRecursionSharesItsMemory) {
  Numbers sequence;
  for (int64_t i = 0; i < 100'000; ++i) sequence = Numbers{i} + sequence;
  EXPECT_EQ(sequence.size(), 100'000);
  EXPECT_EQ(sequence.head(), 99'999);
  int64_t sum = 0;
  for (Numbers rest = sequence; rest.size() != 0; rest = rest.tail()) sum += rest.head();
  EXPECT_EQ(sum, int64_t{100'000} * 99'999 / 2);
}

TEST(Sequence, OutsideHasNoValue) {
  const Numbers empty, one{5};
  EXPECT_THROW((void)one[1], NoValue);
  EXPECT_THROW((void)one[-1], NoValue);
  EXPECT_THROW((void)empty.head(), NoValue);
  EXPECT_THROW((void)empty.tail(), NoValue);
  EXPECT_THROW((void)empty.updated(0, 1), NoValue);
  EXPECT_EQ(one.take(7), one);
  EXPECT_EQ(one.drop(-3), one);
}

TEST(Sequence, OfSequences) {
  Sequence<Sequence<bool>> nested{{true, false}, {}};
  const Sequence<Sequence<bool>> more = nested + Sequence<Sequence<bool>>{{false}};
  nested = nested.updated(1, {true});
  EXPECT_EQ(more[1].size(), 0);
  EXPECT_EQ(nested[1].head(), true);
  EXPECT_EQ(more.slice(1, 3).tail(), (Sequence<Sequence<bool>>{{false}}));
  EXPECT_TRUE(more.contains({false}));
}

TEST(Values, NameTheVariablesOfAClause) {
  Values values;
  struct Other {
  } other;
  values("i", -3);
  values("x", 0.5);
  values("other", other);
  values("ok", true);
  values("xs", Numbers{1, 2, 3});
  values("long", Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_EQ(values.text(), "i = -3, x = 0.5, ok = true, xs = {1, 2, 3}, long = {1, 2, 3, 4, 5, 6, 7, 8, …}");
}

}  // namespace
}  // namespace fencepost::contract
