// Formulas are found where there are some, and none where there are none.
#include "cli/solve/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <tuple>

#include "cli/solve/matrix.h"

namespace fencepost::cli::infer {
namespace {

using Elements = std::vector<std::int64_t>;

/// Blocks of several sizes: rows of N, s (1, 2, 4 … below N) and tid, each with what `held` says.
Table table_of(const std::function<Elements(std::int64_t N, std::int64_t s, std::int64_t tid)>& held,
               const std::vector<std::int64_t>& sizes = {8, 16, 32}) {
  Table table{.names = {"N", "s", "tid"}, .uniform = {true, true, false}, .regular = {true, true, true}};
  for (const std::int64_t N : sizes) {
    for (std::int64_t s = 1; s < N; s *= 2) {
      for (std::int64_t tid = 0; tid < N; ++tid) {
        table.rows.push_back({.values = {N, s, tid}, .elements = held(N, s, tid), .begin = 0, .end = N});
      }
    }
  }
  return table;
}

/// What is found for the sizes of table_of() also holds for others.
void expect_holds_for_larger(const std::function<Elements(std::int64_t, std::int64_t, std::int64_t)>& held) {
  const Table table = table_of(held);
  const auto found = fit(table);
  ASSERT_TRUE(found.has_value());
  const Table larger = table_of(held, {64, 256});
  for (const Row& row : larger.rows) ASSERT_TRUE(gives(*found, row, false)) << "tid " << row.values[2];
}

TEST(InferFit, OwnElement) {
  const Table table = table_of([](auto, auto, auto tid) { return Elements{tid}; });
  const auto found = fit(table);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(text_of(found->front().index, table), "tid");
  EXPECT_TRUE(found->front().guard.empty());
}

TEST(InferFit, NothingHeldNeedsNoClause) {
  const auto found = fit(table_of([](auto, auto, auto) { return Elements{}; }));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->empty());
}

TEST(InferFit, ShiftedElementUnderItsCondition) {
  const Table table = table_of([](auto, auto s, auto tid) { return tid >= s ? Elements{tid - s} : Elements{}; });
  const auto found = fit(table);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(text_of(found->front().index, table), "tid - s");
  EXPECT_EQ(text_of(found->front().guard, table), "tid >= s");
}

TEST(InferFit, TwoIndicesOfTheUpSweep) {
  expect_holds_for_larger([](auto N, auto s, auto tid) {
    const std::int64_t right = 2 * s * tid + 2 * s - 1;
    return right < N ? Elements{right - s, right} : Elements{};
  });
}

TEST(InferFit, RotationWrapsAround) {
  expect_holds_for_larger([](auto N, auto, auto tid) { return Elements{tid + 1 < N ? tid + 1 : 0}; });
}

TEST(InferFit, IndexByQuotientAndRemainder) {
  expect_holds_for_larger([](auto N, auto s, auto tid) {
    const std::int64_t right = tid / s * 2 * s + s + tid % s;
    return right < N ? Elements{right} : Elements{};
  });
}

TEST(InferFit, RangeOfARow) {
  expect_holds_for_larger([](auto, auto s, auto tid) {
    Elements row;
    for (std::int64_t e = tid * s; e < tid * s + s; ++e) row.push_back(e);
    return row;
  });
}

TEST(InferFit, RangeThatIsCutOff) {
  const auto held = [](std::int64_t N, std::int64_t s, std::int64_t tid) {
    Elements part;
    for (std::int64_t e = tid * s; e < tid * s + s && e < N; ++e) part.push_back(e);
    return part;
  };
  expect_holds_for_larger(held);
}

TEST(InferFit, PlaceFromAnArray) {
  const std::vector<std::int64_t> places = {5, 2, 7, 0, 1, 6, 3, 4};
  Table table{.names = {"tid"}, .uniform = {false}, .regular = {true}, .arrays = {"P"}};
  for (std::int64_t tid = 0; tid < 8; ++tid) {
    table.rows.push_back(
        {.values = {tid}, .arrays = {{&places, 0}}, .elements = {places[static_cast<std::size_t>(tid)]}, .end = 8});
  }
  const auto found = fit(table);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(text_of(found->front().index, table), "P[tid]");
}

TEST(InferFit, NoiseIsNotExplained) {
  std::mt19937 random(7);
  const Table table = table_of([&](auto, auto, auto) { return Elements{static_cast<std::int64_t>(random() % 1000)}; });
  EXPECT_FALSE(fit(table).has_value());
}

TEST(InferFit, OneWrongRowIsNotExplainedAway) {
  Table table = table_of([](auto, auto, auto tid) { return Elements{tid}; });
  table.rows[table.rows.size() / 2].elements = {777};
  const auto found = fit(table);
  // Whatever is found must be right for that row, too.
  if (found) {
    for (const Row& row : table.rows) EXPECT_TRUE(gives(*found, row, false));
  }
}

TEST(InferFit, RandomSetsAreExplainedExactlyOrNotAtAll) {
  std::mt19937 random(3);
  for (int round = 0; round < 10; ++round) {
    const std::uint32_t some = random() % 100;
    const Table table = table_of(
        [&](auto, auto s, auto tid) { return random() % 100 < some ? Elements{tid * s} : Elements{}; }, {8, 16});
    const auto found = fit(table);
    if (!found) continue;
    for (const Row& row : table.rows) ASSERT_TRUE(gives(*found, row, false));
  }
}

TEST(InferFit, AnElementTwiceIsNoFit) {
  const Table table = table_of([](auto, auto, auto tid) { return Elements{tid}; });
  const IndexClause own{.index = variable(2)};
  EXPECT_TRUE(gives({own}, table.rows[3], false));
  EXPECT_FALSE(gives({own, own}, table.rows[3], false));
  EXPECT_TRUE(gives({own, own}, table.rows[3], true));
}

/// Blocks of T threads for N elements: rows of N, T, columns and tid. `columns`: of the array, 0 if it has one
/// dimension.
Table blocks_of(
    const std::function<Elements(std::int64_t N, std::int64_t T, std::int64_t columns, std::int64_t tid)>& held,
    bool matrix) {
  Table table{
      .names = {"N", "T", "r", "tid"}, .uniform = {true, true, true, false}, .regular = {true, true, true, true}};
  for (const auto& [N, T, r] : {std::tuple{12, 4, 3}, {40, 16, 10}, {200, 33, 2}, {17, 16, 10}}) {
    for (std::int64_t tid = 0; tid < T; ++tid) {
      table.rows.push_back({.values = {N, T, r, tid},
                            .elements = held(N, T, r, tid),
                            .begin = 0,
                            .end = matrix ? T * r : N,
                            .columns = matrix ? r : 0});
    }
  }
  return table;
}

TEST(InferFit, PartsOfAnArrayOfWhichTheLastAreShorterOrEmpty) {
  const Table table = blocks_of(
      [](auto N, auto T, auto, auto tid) {
        Elements part;
        const std::int64_t size = (N + T - 1) / T;
        for (std::int64_t e = tid * size; e < std::min(N, (tid + 1) * size); ++e) part.push_back(e);
        return part;
      },
      false);
  const auto found = fit(table);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(text_of(found->front().first, table), "tid * ((N + T - 1) / T)");
}

TEST(InferMatrix, OwnRowAndOwnColumn) {
  for (const bool own_row : {true, false}) {
    const Table table = blocks_of(
        [&](auto, auto T, auto r, auto tid) {
          Elements held;
          for (std::int64_t i = 0; i < (own_row ? r : T); ++i) held.push_back(own_row ? tid * r + i : i * r + tid);
          return own_row || tid < r ? held : Elements();
        },
        true);
    const auto found = fit(table);
    ASSERT_TRUE(found.has_value());
    const auto placed = by_row_and_column(table, *found);
    ASSERT_TRUE(placed.has_value());
    ASSERT_EQ(placed->size(), 1U);
    EXPECT_EQ(text_of(placed->front().index, table), own_row ? "tid" : "i");
    EXPECT_EQ(text_of(placed->front().column, table), own_row ? "i" : "tid");
    EXPECT_EQ(text_of(placed->front().guard, table), own_row ? "" : "tid < r");
  }
}

TEST(InferMatrix, ADiagonalIsNeitherARowNorAColumn) {
  const Table table = blocks_of([](auto, auto, auto r, auto tid) { return Elements{tid * r, tid * r + r + 1}; }, true);
  const IndexClause first{.index = multiply(variable(3), variable(2))};
  EXPECT_TRUE(by_row_and_column(table, {first}).has_value());
  const IndexClause diagonal{.index = add(multiply(add(variable(2), number(1)), bound()), first.index),
                             .quantified = true,
                             .first = number(0),
                             .ends = {number(2)}};
  EXPECT_FALSE(by_row_and_column(table, {diagonal}).has_value());
}

TEST(InferFit, KeptElementsOfATree) {
  Table table{.names = {"N", "s", "tid"}, .uniform = {true, true, false}, .regular = {true, true, true}};
  for (const std::int64_t N : {8, 16, 32}) {
    for (std::int64_t s = 2; s < N; s *= 2) {
      Row row{.values = {N, s, 0}, .begin = 0, .end = N};
      for (std::int64_t e = 0; e < N; ++e) {
        if ((e + 1) % s != 0) row.elements.push_back(e);
      }
      table.rows.push_back(row);
    }
  }
  const auto found = fit_kept(table);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(text_of(found->front().filter, table), "(i + 1) % s != 0");
}

TEST(InferFit, KeptElementsAreARangeAndTheTwoAtItsEnds) {
  // Level s of a down-sweep uses multiples of s but the first and the last; behind the last level all are kept.
  const auto kept = [](std::int64_t N, std::int64_t s, std::int64_t e) {
    return s == 0 || (e + 1) % s != 0 || e == s - 1 || e == N - 1;
  };
  const auto table_for = [&](const std::vector<std::int64_t>& sizes) {
    Table table{.names = {"N", "s", "tid"}, .uniform = {true, true, false}, .regular = {true, true, true}};
    for (const std::int64_t N : sizes) {
      for (std::int64_t s = 0; s < N / 4; s = s == 0 ? 1 : 2 * s) {
        Row row{.values = {N, s, 0}, .begin = 0, .end = N};
        for (std::int64_t e = 0; e < N; ++e) {
          if (kept(N, s, e)) row.elements.push_back(e);
        }
        table.rows.push_back(row);
      }
    }
    return table;
  };
  const auto found = fit_kept(table_for({8, 16, 32}));
  ASSERT_TRUE(found.has_value());
  const Table larger = table_for({64, 512});
  for (const Row& row : larger.rows) EXPECT_TRUE(gives(*found, row, false)) << row.values[0] << " " << row.values[1];
}

TEST(InferFit, KeptElementsThatNoRangeTellsAreNotExplained) {
  Table table{.names = {"N", "tid"}, .uniform = {true, false}, .regular = {true, true}};
  for (const std::int64_t N : {64, 128, 256}) {
    Row row{.values = {N, 0}, .begin = 0, .end = N};
    for (std::int64_t e = 0; e < N; ++e) {
      if ((e * e / 7 + 3 * e) % 5 < 3) row.elements.push_back(e);
    }
    table.rows.push_back(row);
  }
  EXPECT_FALSE(fit_kept(table).has_value());
}

TEST(InferFit, AClauseThatDividesByZeroIsNoFit) {
  const Row row{.values = {8, 0}, .elements = {0}, .begin = 0, .end = 8};
  IndexClause clause{.guard = {{remainder(variable(0), variable(1)), Relation::kNotEqual, number(0)}},
                     .index = number(0)};
  EXPECT_FALSE(gives({clause}, row, false));
  clause.guard.insert(clause.guard.begin(), {variable(1), Relation::kNotEqual, number(0)});
  EXPECT_TRUE(gives({clause}, {.values = {8, 0}, .begin = 0, .end = 8}, false));
}

TEST(InferExpression, TextHasTheBracketsThatItNeeds) {
  const Table table{.names = {"a", "b"}};
  const Expression a = variable(0), b = variable(1);
  EXPECT_EQ(text_of(multiply(number(2), add(a, b)), table), "2 * (a + b)");
  EXPECT_EQ(text_of(subtract(a, subtract(b, number(1))), table), "a - (b - 1)");
  EXPECT_EQ(text_of(divide(a, multiply(number(2), b)), table), "a / (2 * b)");
  EXPECT_EQ(text_of(add(a, number(-1)), table), "a - 1");
}

TEST(InferExpression, DivisionByZeroHasNoValue) {
  const Row row{.values = {4, 0}};
  EXPECT_FALSE(value_of(divide(variable(0), variable(1)), row).has_value());
  EXPECT_EQ(holds(Guard{{remainder(variable(0), variable(1)), Relation::kEqual, number(0)}}, row), std::nullopt);
}

TEST(InferExpression, ShiftsStandInBrackets) {
  Table table;
  table.names = {"x", "s"};
  const Expression x = variable(0), s = variable(1), digit = remainder(shift_right(x, s), number(4));
  EXPECT_EQ(text_of(add(multiply(number(3), digit), number(1)), table), "3 * ((x >> s) % 4) + 1");
  EXPECT_EQ(text_of(shift_right(add(x, number(1)), s), table), "(x + 1) >> s");
  EXPECT_EQ(text_of(shift_right(shift_right(x, s), number(2)), table), "(x >> s) >> 2");
  EXPECT_EQ(value_of(digit, Row{.values = {0x6c, 2}}), 3);
  EXPECT_FALSE(value_of(digit, Row{.values = {1, 64}}).has_value());
}

TEST(InferExpression, OppositeRelationsNeverAgree) {
  for (const Relation relation : {Relation::kLess, Relation::kLessEqual, Relation::kGreater, Relation::kGreaterEqual,
                                  Relation::kEqual, Relation::kNotEqual}) {
    for (const std::int64_t right : {-1, 0, 1})
      EXPECT_NE(holds(relation, 0, right), holds(opposite(relation), 0, right));
  }
}

}  // namespace
}  // namespace fencepost::cli::infer
