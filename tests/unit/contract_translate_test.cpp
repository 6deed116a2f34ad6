#include "compiler/contract_code/translate.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "compiler/contract/parser.h"
#include "tests/unit/squeezed.h"

namespace fencepost::compiler {
namespace {

using contract::Names;
using contract::Translator;

// Without what stands in front of each name of ours, and without markers of lines.
std::string readable(std::string text) {
  for (const std::string_view noise : {std::string_view("::fencepost::contract::"), contract::kUnchecked}) {
    for (std::size_t at = 0; (at = text.find(noise)) != std::string::npos;) text.erase(at, noise.size());
  }
  return squeezed(text);
}

Names names() {
  Names result;
  result.memory = {"counter"};
  result.ghosts = {"g"};
  result.sequences = {"xs"};
  result.pure = {{"sum", true}, {"local", false}};
  return result;
}

std::string value(const std::string& source) {
  const Names known = names();
  Translator translator(known, "a.cu", 1);
  const std::string text = translator.value(*contract::parse_expression(source));
  return translator.obstacle() ? "obstacle: " + translator.obstacle()->reason : readable(text);
}

std::string statements(const std::string& source) {
  const Names known = names();
  Translator translator(known, "a.cu", 1);
  std::string text = readable(translator.statements(*contract::parse_expression(source)));
  for (const contract::LeftOut& one : translator.left_out()) {
    text += (text.empty() ? "obstacle: " : "; obstacle: ") + one.obstacle.reason;
  }
  return text;
}

TEST(ContractTranslation, MakesEachLeafAValue) {
  EXPECT_EQ(value("i < blockDim.x - 2"), squeezed("(value(i) < minus(value((blockDim).x), value(2)))"));
  EXPECT_EQ(value("a / b % 2"), squeezed("remainder(quotient(value(a), value(b)), value(2))"));
  EXPECT_EQ(value("p ==> !q"), squeezed("(!value(p) || (!value(q)))"));
  EXPECT_EQ(value("\\ltid + opencl_gsize"), squeezed("plus(value(local_id()), value(block_threads()))"));
}

TEST(ContractTranslation, ReadsMemoryThroughAt) {
  EXPECT_EQ(value("a[i]"), squeezed("value(at(a, value(i)))"));
  EXPECT_EQ(value("a[i][2]"), squeezed("value(at(value(at(a, value(i))), value(2)))"));
  EXPECT_EQ(value("counter"), squeezed("value(at(&counter, 0))"));
  EXPECT_EQ(value("a[i].x"), squeezed("value(at(&((a)[value(i)]).x, 0))"));
  EXPECT_EQ(value("v.x"), squeezed("value((v).x)"));
}

TEST(ContractTranslation, CallsPureFunctionsByTheirNames) {
  EXPECT_EQ(value("sum(xs, 1) + local(2) + f(3)"),
            squeezed("plus(plus(::sum(value(xs), value(1)), local(value(2))), value(f(value(3))))"));
  EXPECT_EQ(value("xs.head + |xs|"), squeezed("plus(head(value(xs)), cardinality(value(xs)))"));
}

TEST(ContractTranslation, GrantsPermissionsWhereTheirConditionsHold) {
  EXPECT_EQ(statements("Perm(a[i], 1\\2) ** i > 0"),
            squeezed("fencepost_e.permission(&(a)[value(i)], divide(value(1), value(2))); "
                     "fencepost_e.require((value(i) > value(0)));"));
  EXPECT_EQ(statements("i > 0 ==> \\pointer_index(a, i, write)"),
            squeezed("if ((value(i) > value(0))) { fencepost_e.permission(&(a)[value(i)], kWrite); }"));
  EXPECT_EQ(
      statements("i > 0 ? Perm(p, read) : Perm(&a[0], i == 1 ? 1 : write)"),
      squeezed("if ((value(i) > value(0))) { fencepost_e.permission(location(p), kRead); } else { "
               "fencepost_e.permission(&(a)[value(0)], ((value(i) == value(1)) ? fraction(value(1)) : kWrite)); }"));
}

TEST(ContractTranslation, MakesLoopsOfQuantifiersAndOneGrantOfARange) {
  EXPECT_EQ(statements("(\\forall* int i; 0 <= i && i < n; Perm(a[i], read))"),
            squeezed("{ const int64_t fencepost_begin_i = largest(value(0)), fencepost_end_i = smallest(value(n)); if "
                     "(fencepost_begin_i < fencepost_end_i) fencepost_e.permission(&(a)[fencepost_begin_i], "
                     "fencepost_end_i - fencepost_begin_i, kRead); }"));
  EXPECT_EQ(statements("(\\forall* int i; 0 <= i && i <= n && i % 2 == 0; Perm(a[2 * i], write))"),
            squeezed("for (int64_t i = largest(value(0)), fencepost_end_i = smallest(plus(value(n), 1)); i < "
                     "fencepost_end_i; ++i) if ((remainder(value(i), value(2)) == value(0))) { "
                     "fencepost_e.permission(&(a)[times(value(2), value(i))], kWrite); }"));
  EXPECT_EQ(value("(\\forall int i; 0 <= i && i < n; i != 7)"),
            squeezed("[&]() { for (int64_t i = largest(value(0)), fencepost_end_i = smallest(value(n)); i < "
                     "fencepost_end_i; ++i) if (!(!(value(i) == value(7)))) return false; return true; }()"));
}

TEST(ContractTranslation, LeavesOutTheConjunctsThatItCannotTranslate) {
  const std::string in = "; obstacle: '\\in' is not supported";
  EXPECT_EQ(statements("x \\in s ** Perm(p, 1)"),
            squeezed("fencepost_e.permission(location(p), fraction(value(1)));") + in);
  EXPECT_EQ(statements("i == 1 && x \\in s && j == 2"),
            squeezed("fencepost_e.require((value(i) == value(1))); if (fencepost_e.holds()) { "
                     "fencepost_e.require((value(j) == value(2))); }") +
                in);
  EXPECT_EQ(statements("b ==> i == 1 && x \\in s"),
            squeezed("if (value(b)) { fencepost_e.require((value(i) == value(1))); }") + in);
  EXPECT_EQ(statements("b ==> x \\in s"), "obstacle: '\\in' is not supported");
}

TEST(ContractTranslation, EvaluatesWhatMayHaveNoValueForItself) {
  EXPECT_EQ(statements("g > 0 && i == 1"),
            squeezed("fencepost_e.part([&]() { fencepost_e.require((value(g) > value(0))); }); "
                     "if (fencepost_e.holds()) { fencepost_e.require((value(i) == value(1))); }"));
}

TEST(ContractTranslation, NamesWhatItCannotTranslate) {
  EXPECT_EQ(statements("!Perm(a[i], 1)"), "obstacle: a permission in a condition or under '!' or '||'");
  EXPECT_EQ(value("(\\forall int i; i > 0; i > 1)"), "obstacle: a quantifier without bounds for 'i'");
  EXPECT_EQ(value("1 \\ 2 == x"), "obstacle: a fraction outside of a permission");
  EXPECT_EQ(value("\\result > 0"), "obstacle: '\\result' is of the `ensures` of a function");
}

TEST(ContractTranslation, ListsTheVariablesOfAClauseOnce) {
  const auto variables = contract::free_variables(
      *contract::parse_expression("(\\forall int i; 0 <= i && i < n; a[i] == f(n, threadIdx.x)) && threadIdx.x > k"),
      {});
  EXPECT_EQ(variables, (std::vector<std::string>{"n", "a", "threadIdx.x", "k"}));
}

}  // namespace
}  // namespace fencepost::compiler
