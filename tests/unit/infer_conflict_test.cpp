// Z3's verdicts on patterns are those of trying all small sizes.
#include "cli/solve/conflict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "cli/smt/smt.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kN = 0, kStep = 1, kTid = 2, kThread = 3, kBlockDim = 4;

/// Variables N, s and tid, and CUDA's own of a block of one dimension.
Table names() {
  Table table{.names = {"N", "s", "tid"}};
  for (const char* axis : {"x", "y", "z"}) {
    for (const char* name : {"threadIdx.", "blockDim.", "blockIdx.", "gridDim."}) {
      table.names.push_back(std::string(name) + axis);
    }
  }
  return table;
}

const std::map<std::size_t, std::int64_t> kOneDimension = {{5, 0},  {6, 1},  {8, 1},  {9, 0}, {10, 1},
                                                           {12, 1}, {13, 0}, {14, 1}, {7, 0}, {11, 0}};

std::vector<Fact> all_facts() {
  return {
      {.kind = FactKind::kSame, .variable = kN},
      {.kind = FactKind::kSame, .variable = kStep},
      {.kind = FactKind::kDefinition,
       .variable = kTid,
       .comparison = {variable(kTid), Relation::kEqual, variable(kThread)}},
      {.kind = FactKind::kRelation,
       .variable = kStep,
       .comparison = {variable(kStep), Relation::kGreaterEqual, number(1)}},
      {.kind = FactKind::kPowerOfTwo, .variable = kStep},
      {.kind = FactKind::kEqual, .variable = kN, .comparison = {variable(kN), Relation::kEqual, variable(kBlockDim)}}};
}

Row row_of(std::int64_t N, std::int64_t s, std::int64_t tid, std::int64_t thread, std::int64_t threads) {
  Row row{.values = {N, s, tid, thread, threads, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}};
  return row;
}

/// Of one thread what can be said without the other.
bool allows(const std::vector<Fact>& facts, const std::vector<std::size_t>& which, const Row& row) {
  Table table = names();
  table.rows = {row};
  return std::ranges::all_of(which, [&](std::size_t f) { return holds(facts[f], table, {0}); });
}

bool share(const std::vector<IndexClause>& a, const Row& one, const std::vector<IndexClause>& b, const Row& other) {
  const auto elements = [](const std::vector<IndexClause>& clauses, const Row& row) {
    std::set<std::int64_t> all;
    for (const IndexClause& clause : clauses) {
      std::vector<std::int64_t> given;
      if (elements_of(clause, row, given)) all.insert(given.begin(), given.end());
    }
    return all;
  };
  const auto left = elements(a, one), right = elements(b, other);
  return std::ranges::any_of(left, [&](std::int64_t e) { return right.contains(e); });
}

/// All rows of small values that these facts allow, for one size of block.
std::vector<Row> small_rows(const std::vector<Fact>& facts, const std::vector<std::size_t>& which,
                            std::int64_t threads) {
  std::vector<Row> rows;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    for (std::int64_t N = -1; N <= 6; ++N) {
      for (std::int64_t s = -1; s <= 4; ++s) {
        for (std::int64_t tid = -1; tid <= 4; ++tid) {
          Row row = row_of(N, s, tid, thread, threads);
          if (allows(facts, which, row)) rows.push_back(std::move(row));
        }
      }
    }
  }
  return rows;
}

bool has_small_conflict(const Pattern& pattern, const std::vector<std::size_t>& which) {
  const auto same = [&](std::size_t v) {
    return std::ranges::any_of(which, [&](std::size_t f) {
      return pattern.facts[f].kind == FactKind::kSame && pattern.facts[f].variable == v;
    });
  };
  const bool same_n = same(kN), same_s = same(kStep);
  for (std::int64_t threads = 1; threads <= 4; ++threads) {
    const std::vector<Row> rows = small_rows(pattern.facts, which, threads);
    for (const Row& one : rows) {
      for (const Row& other : rows) {
        if (one.values[kThread] == other.values[kThread]) continue;
        if (same_n && one.values[kN] != other.values[kN]) continue;
        if (same_s && one.values[kStep] != other.values[kStep]) continue;
        if (share(pattern.writes, one, pattern.writes, other) || share(pattern.writes, one, pattern.reads, other)) {
          return true;
        }
      }
    }
  }
  return false;
}

class RandomPattern {
 public:
  explicit RandomPattern(unsigned seed) : random_(seed) {}

  Pattern pattern(const Table& table) {
    Pattern made{.table = &table, .facts = all_facts(), .fixed = kOneDimension};
    made.writes.push_back(clause());
    if (random_() % 2 == 0) made.reads.push_back(clause());
    return made;
  }

 private:
  Expression leaf() {
    switch (random_() % 8) {
      case 0:
        return number(static_cast<std::int64_t>(random_() % 4) - 1);
      case 1:
        return variable(kN);
      case 2:
        return variable(kStep);
      case 3:
        return variable(kBlockDim);
      default:
        return variable(kTid);
    }
  }
  Expression expression(int depth) {
    if (depth == 0) return leaf();
    const Expression a = expression(depth - 1), b = expression(random_() % 2 == 0 ? 0 : depth - 1);
    switch (random_() % 8) {
      case 0:
        return divide(a, b);
      case 1:
        return remainder(a, b);
      case 2:
        return multiply(a, b);
      case 3:
      case 4:
        return subtract(a, b);
      default:
        return add(a, b);
    }
  }
  Guard guard() {
    Guard made;
    while (random_() % 2 == 0) made.push_back({expression(1), static_cast<Relation>(random_() % 6), leaf()});
    return made;
  }
  IndexClause clause() {
    IndexClause made{.guard = guard(), .index = expression(2)};
    if (random_() % 4 == 0) {
      made.quantified = true;
      made.first = expression(1);
      made.ends = {expression(1)};
      if (random_() % 2 == 0) made.filter = {{remainder(bound(), leaf()), Relation::kEqual, number(0)}};
      made.index = random_() % 2 == 0 ? bound() : add(multiply(bound(), leaf()), leaf());
    }
    return made;
  }
  std::mt19937 random_;
};

TEST(InferConflict, AgreesWithAllSmallSizes) {
  const std::string z3 = find_z3();
  if (z3.empty()) GTEST_SKIP() << "z3 is not installed";
  const Table table = names();
  int none = 0, some = 0;
  for (unsigned seed = 0; seed < 16; ++seed) {
    const Pattern pattern = RandomPattern(seed).pattern(table);
    std::vector<std::size_t> all(pattern.facts.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const ConflictVerdict verdict = ConflictQuestion(pattern, z3, {.steps = 200'000, .milliseconds = 1000}).decide();
    if (verdict.conflict == Satisfiable::kNo) {
      ++none;
      EXPECT_FALSE(has_small_conflict(pattern, verdict.needed)) << "seed " << seed;
    } else if (verdict.conflict == Satisfiable::kYes) {
      ++some;
      const Row one{.values = verdict.example->one}, other{.values = verdict.example->other};
      EXPECT_TRUE(allows(pattern.facts, all, one) && allows(pattern.facts, all, other)) << "seed " << seed;
      EXPECT_NE(one.values[kThread], other.values[kThread]) << "seed " << seed;
      const auto& uses = verdict.example->both_write ? pattern.writes : pattern.reads;
      EXPECT_TRUE(share(pattern.writes, one, uses, other)) << "seed " << seed;
    } else {
      // Z3 need not know; it must not be wrong.
      EXPECT_FALSE(verdict.why.empty()) << "seed " << seed;
    }
  }
  EXPECT_GE(none, 3);
  EXPECT_GE(some, 5);
}

Pattern doubled_steps(const Table& table) {
  // The up-sweep: thread t writes 2 * s * t + s - 1 and reads 2 * s * t + 2 * s - 1.
  const Expression place = multiply(multiply(number(2), variable(kStep)), variable(kTid));
  return {.table = &table,
          .writes = {{.index = subtract(add(place, variable(kStep)), number(1))}},
          .reads = {{.index = subtract(add(place, multiply(number(2), variable(kStep))), number(1))}},
          .facts = all_facts(),
          .fixed = kOneDimension};
}

TEST(InferConflict, OnlyWhatTheProofNeedsIsAssumed) {
  const std::string z3 = find_z3();
  if (z3.empty()) GTEST_SKIP() << "z3 is not installed";
  const Table table = names();
  const Pattern pattern = doubled_steps(table);
  const ConflictVerdict verdict = ConflictQuestion(pattern, z3).decide();
  ASSERT_EQ(verdict.conflict, Satisfiable::kNo);
  std::set<FactKind> kinds;
  for (const std::size_t f : verdict.needed) kinds.insert(pattern.facts[f].kind);
  EXPECT_TRUE(kinds.contains(FactKind::kSame) && kinds.contains(FactKind::kDefinition));
  EXPECT_FALSE(kinds.contains(FactKind::kEqual)) << "how large N is does not matter";
  // That s is not 0 does: by one fact or the other, not by both.
  EXPECT_NE(kinds.contains(FactKind::kRelation), kinds.contains(FactKind::kPowerOfTwo));
}

TEST(InferConflict, WithoutTheStepsBeingAtLeastOneThereIsAConflict) {
  const std::string z3 = find_z3();
  if (z3.empty()) GTEST_SKIP() << "z3 is not installed";
  const Table table = names();
  const Pattern pattern = doubled_steps(table);
  const auto answer = ConflictQuestion(pattern, z3).ask({0, 1, 2, 5});
  ASSERT_EQ(answer.satisfiable, Satisfiable::kYes);
  EXPECT_EQ(answer.example->one[kStep], 0);
}

TEST(InferConflict, DataThatDifferAreAnAssumption) {
  const std::string z3 = find_z3();
  if (z3.empty()) GTEST_SKIP() << "z3 is not installed";
  Table table = names();
  table.arrays = {"P"};
  Pattern pattern{.table = &table, .writes = {{.index = element(0, variable(kTid))}}, .fixed = kOneDimension};
  EXPECT_EQ(ConflictQuestion(pattern, z3).decide().conflict, Satisfiable::kYes);
  pattern.facts.push_back({.kind = FactKind::kDistinct, .expression = element(0, variable(kTid))});
  const ConflictVerdict verdict = ConflictQuestion(pattern, z3).decide();
  EXPECT_EQ(verdict.conflict, Satisfiable::kNo);
  EXPECT_EQ(verdict.needed, std::vector<std::size_t>{0});
  EXPECT_EQ(text_of(pattern.facts[0], table), "P[tid] differs from thread to thread");
}

TEST(InferConflict, TextOfExpressions) {
  const SmtNames names{.variables = {"a", "b"}, .arrays = {"f"}, .bound = "i"};
  const auto term = smt_of(remainder(subtract(number(-3), variable(0)), variable(1)), names);
  ASSERT_TRUE(term.has_value());
  EXPECT_EQ(term->text, "(trem (- (- 3) a) b)");
  EXPECT_EQ(term->divisors, std::vector<std::string>{"b"});
  const IndexClause clause{.guard = {{variable(0), Relation::kNotEqual, number(0)}},
                           .index = add(bound(), element(0, variable(1))),
                           .quantified = true,
                           .first = number(0),
                           .ends = {variable(1)}};
  EXPECT_EQ(smt_gives(clause, names, "e"), "(and (and (and (distinct a 0))) (<= 0 i) (< i b) true (= e (+ i (f b))))");
}

TEST(Z3Solver, AnswersAreRead) {
  const auto answers = parse_z3_output(
      "unsat\n(f1 f3)\n(error \"line 9 column 3: model is not available\")\nsat\n"
      "(error \"line 9: unsat core is not available\")\n((|v.N| 5)\n (element (- 3)))\nunknown\n(error \"x not "
      "available\")\n");
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].satisfiable, Satisfiable::kNo);
  EXPECT_EQ(answers[0].core, (std::vector<std::string>{"f1", "f3"}));
  EXPECT_EQ(answers[1].values, (std::map<std::string, std::int64_t>{{"v.N", 5}, {"element", -3}}));
  EXPECT_EQ(answers[2].satisfiable, Satisfiable::kUnknown);
  EXPECT_THROW(parse_z3_output("(error \"unknown constant x\")"), std::runtime_error);
  EXPECT_EQ(parse_z3_output("sat\ntimeout\n").size(), 1U);
}

}  // namespace
}  // namespace fencepost::cli::infer
