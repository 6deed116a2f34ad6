#include "compiler/contract_code/bounds.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/contract/parser.h"
#include "compiler/contract/printer.h"

namespace fencepost::compiler::contract {
namespace {

// "i: [0, n)" of each variable; several bounds with commas.
std::string bounds(const std::string& text) {
  const ExpressionPtr quantifier = parse_expression(text);
  if (!quantifier) return "no expression";
  std::string result;
  const std::vector<Bounds> found = bounds_of(*quantifier);
  for (std::size_t i = 0; i < found.size(); ++i) {
    result += (i == 0 ? "" : " ") + quantifier->binders[i].name + ':';
    for (const Bound& bound : found[i].lower) result += (bound.inclusive ? " >=" : " >") + print(*bound.value);
    for (const Bound& bound : found[i].upper) result += (bound.inclusive ? " <=" : " <") + print(*bound.value);
  }
  return result;
}

TEST(ContractBounds, ComparisonsEitherWayRound) {
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i && i < n; p)"), "i: >=0 <n");
  EXPECT_EQ(bounds("(\\forall int i; i >= 0 ** n > i; p)"), "i: >=0 <n");
  EXPECT_EQ(bounds("(\\forall int i; -1 < i && n - 1 >= i && q(i); p)"), "i: >-1 <=n - 1");
  EXPECT_EQ(bounds("(\\forall int i; i == k; p)"), "i: >=k <=k");
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i && i < n && i < m; p)"), "i: >=0 <n <m");
}

TEST(ContractBounds, WithoutARangeTheyComeFromTheBody) {
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i && i < n ==> p)"), "i: >=0 <n");
  EXPECT_EQ(bounds("(\\forall* int i; 0 <= i ==> i < n ==> p)"), "i: >=0 <n");
  EXPECT_EQ(bounds("(\\exists int i; 0 <= i && i < n && p)"), "i: >=0 <n");
  EXPECT_EQ(bounds("(\\exists int i; 0 <= i && i < n ==> p)"), "i:");
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i && i < n && p)"), "i:");
  EXPECT_EQ(bounds("(\\forall int i; q; 0 <= i && i < n ==> p)"), "i:");
}

TEST(ContractBounds, WhatIsNotAlwaysTrueBoundsNothing) {
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i || i < n; p)"), "i:");
  EXPECT_EQ(bounds("(\\forall int i; !(i < 0) && i != n; p)"), "i:");
  EXPECT_EQ(bounds("(\\forall int i; i < i + 1 && 2 * i < n && i > a[i]; p)"), "i:");
}

TEST(ContractBounds, LaterVariablesMayDependOnEarlierOnes) {
  EXPECT_EQ(bounds("(\\forall int i, int j; 0 <= i && i < n && i < j && j < 2 * i; p)"), "i: >=0 <n j: >i <2 * i");
  EXPECT_EQ(bounds("(\\forall int i, int j; 0 <= i && i < j && j <= n; p)"), "i: >=0 <=n j: >i <=n");
  EXPECT_EQ(bounds("(\\forall int i, int j, int k; 0 <= i && i < j && j < k && k < n; p)"),
            "i: >=0 <n j: >i <n k: >j <n");
  EXPECT_EQ(bounds("(\\forall int i, int j; i < j && j < i; p)"), "i: j: >i <i");
}

TEST(ContractBounds, OnlyIntegersHaveThem) {
  EXPECT_EQ(bounds("(\\forall seq<int> s; 0 < s && s < t; p)"), "s:");
  EXPECT_EQ(bounds("(\\forall float x; 0 < x && x < 1; p)"), "x:");
  EXPECT_EQ(bounds("(\\forall unsigned long x; 0 < x && x < 1; p)"), "x: >0 <1");
}

TEST(ContractBounds, ANameBoundInsideIsAnotherOne) {
  EXPECT_EQ(bounds("(\\forall int i; 0 <= i && i < f((\\forall int i; 0 <= i && i < 2; i)); p)"),
            "i: >=0 <f((\\forall int i; 0 <= i && i < 2; i))");
}

}  // namespace
}  // namespace fencepost::compiler::contract
