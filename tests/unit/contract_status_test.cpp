#include "compiler/contract_code/status.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/contract/parser.h"

namespace fencepost::compiler {
namespace {

using contract::Annotation;
using contract::Clause;
using contract::KnownNames;
using contract::PureFunction;
using contract::Status;
using contract::Verdict;

std::string text_of(const Verdict& verdict) {
  if (verdict.status == Status::kChecked) return "checked";
  const bool partly = verdict.status == Status::kPartly;
  return (partly ? "partly: " : verdict.status == Status::kAssumed ? "assumed: " : "unsupported: ") + verdict.reason;
}

// Of the last item; the annotation is a kernel's or that of something else.
std::string status(const std::string& text, bool of_kernel = true) {
  const Annotation annotation = contract::parse_annotation({{text, {1, 1}}});
  if (!annotation.errors.empty()) return annotation.errors.front().message;
  const KnownNames names({&annotation}, {&annotation}, of_kernel ? &annotation : nullptr);
  const contract::Item& last = annotation.items.back();
  if (const auto* clause = std::get_if<Clause>(&last)) return text_of(judge(*clause, names));
  if (const auto* statement = std::get_if<contract::Statement>(&last)) return text_of(judge(*statement, names));
  if (const auto* function = std::get_if<PureFunction>(&last)) return text_of(judge(*function, names));
  return text_of(judge(std::get<contract::Unsupported>(last)));
}

TEST(ContractStatus, WhatHasAValueIsChecked) {
  EXPECT_EQ(status("requires a[i] == b && (\\forall int i; 0 <= i && i < n; |xs| > i);"), "checked");
  EXPECT_EQ(status("context n > 0 ==> Perm(a[i], 1\\2) ** (b ? \\pointer(c, n, read) : true);"), "checked");
  EXPECT_EQ(status("requires (\\forall* int i; 0 <= i && i < n; i % 2 == 0 ==> \\pointer_index(a, i, write));"),
            "checked");
  EXPECT_EQ(status("requires get_local_size(0) == 32 && \\ltid < opencl_gsize && seq<bool> {} == s;"), "checked");
}

TEST(ContractStatus, WhatIsNotSupportedIsNamed) {
  EXPECT_EQ(status("requires \\values(a, 0, 1) == n;"), "unsupported: \\values");
  EXPECT_EQ(status("requires (\\forall int k; p(k));"), "unsupported: unbounded \\forall: nothing bounds 'k'");
  EXPECT_EQ(status("requires (\\exists seq<int> p; |p| < n; q(p));"),
            "unsupported: unbounded \\exists: nothing bounds 'p'");
  EXPECT_EQ(status("ensures \\result > 0;"), "unsupported: \\result of something that returns nothing");
  EXPECT_EQ(status("requires opencl_lid == 0;"), "unsupported: opencl_lid");
  EXPECT_EQ(status("given int x;"), "unsupported: given");
  EXPECT_EQ(status("ghost set<int> s;"), "unsupported: a ghost variable of type set<int>");
}

TEST(ContractStatus, ConjunctsAreJudgedForThemselves) {
  EXPECT_EQ(status("requires a && x \\in s && b;"), "partly: \\in");
  EXPECT_EQ(status("requires a ==> b ** x \\in s;"), "partly: \\in");
  EXPECT_EQ(status("requires a ==> b || x \\in s;"), "unsupported: \\in");
  EXPECT_EQ(status("requires x \\in s ==> Perm(a[0], 1) ** b;"), "unsupported: \\in");
  EXPECT_EQ(status("requires c ? Perm(a[0], 1) : \\matrix(a, 1, 1, 1);"), "partly: \\matrix");
  EXPECT_EQ(status("assert !Perm(a[0], 1) && b;"), "partly: a permission in a condition or under '!' or '||'");
  EXPECT_EQ(status("ghost int g; assert g == 0 && b;"), "partly: needs the ghost variable g, which has no value");
}

TEST(ContractStatus, WhatIsGivenHasAValueIfTheKernelsClausesTellIt) {
  EXPECT_EQ(status("given int x; requires x == a[\\ltid];"), "checked");
  EXPECT_EQ(status("given seq<int> s; requires b ==> a[i] == s[i]; ensures s[0] == 1;"), "checked");
  EXPECT_EQ(status("requires |s| == n; given seq<int> s;"), "checked");
  const std::string why = "unsupported: needs x, which is declared by given";
  EXPECT_EQ(status("given int x; requires x == a[\\ltid];", false), why);
  EXPECT_EQ(status("given int x; ensures x == a[0];"), why);
  EXPECT_EQ(status("given int x; requires x == x + 1;"), why);
  EXPECT_EQ(status("given seq<seq<int>> x; requires |x| == 1;"), why);
}

TEST(ContractStatus, PermissionsUnderNegationsHaveNoMeaning) {
  const std::string reason = "unsupported: a permission in a condition or under '!' or '||'";
  EXPECT_EQ(status("requires !Perm(a[0], 1);"), reason);
  EXPECT_EQ(status("requires b || Perm(a[0], 1);"), reason);
  EXPECT_EQ(status("requires Perm(a[0], 1) ==> b;"), reason);
  EXPECT_EQ(status("requires (\\exists int i; 0 <= i && i < n && Perm(a[i], 1));"), reason);
  EXPECT_EQ(status("assert Perm(a[0], 1);"), "checked");
  EXPECT_EQ(status("assume Perm(a[0], 1);"), "assumed: ");
}

TEST(ContractStatus, FunctionsWithoutABodyAreAssumed) {
  EXPECT_EQ(status("pure int f(int n);"), "assumed: f has no body");
  EXPECT_EQ(status("pure int f(int n); requires f(1) == 1;"), "unsupported: needs f, which has no body");
  EXPECT_EQ(status("pure int f(int n) = f(n - 1); requires f(1) == 1;"), "checked");
  EXPECT_EQ(status("pure int f(int n); pure int g(int n) = f(n); pure int h(int n) = g(n); assert h(1) == 1;"),
            "unsupported: needs f, which has no body");
  EXPECT_EQ(status("pure set<int> f(int n) = g(n); requires f(1) == f(2);"),
            "unsupported: needs f, which returns set<int>");
  EXPECT_EQ(status("pure bool f(int n) = (\\forall int k; k > n); assert f(1);"),
            "unsupported: needs f, which needs unbounded \\forall: nothing bounds 'k'");
  EXPECT_EQ(status("pure int f(int n); pure int f(int n) = n; assert f(1) == 1;"), "checked");
}

TEST(ContractStatus, ClausesOfFunctions) {
  const Annotation annotation = contract::parse_annotation(
      {{"requires 0 < n; ensures \\result == n; requires \\result; requires Perm(a[0], 1); pure int f(int n) = n;"
        "ensures \\result || 0 < 1; pure bool g(); ensures a && \\result; pure bool h();"
        "ensures \\result == n + 1 && \\result > n; pure int next(int n); ensures \\result == k(n); pure int k(int n);",
        {1, 1}}});
  const KnownNames names({&annotation}, {&annotation});
  const auto& f = std::get<PureFunction>(annotation.items.at(0));
  EXPECT_EQ(text_of(judge(f.clauses.at(0), f, names)), "checked");
  EXPECT_EQ(text_of(judge(f.clauses.at(1), f, names)), "checked");
  EXPECT_EQ(text_of(judge(f.clauses.at(2), f, names)), "unsupported: \\result of something that returns nothing");
  EXPECT_EQ(text_of(judge(f.clauses.at(3), f, names)), "unsupported: a permission of a pure function");
  const auto& g = std::get<PureFunction>(annotation.items.at(1));
  EXPECT_EQ(text_of(judge(g.clauses.at(0), g, names)), "assumed: g has no body");
  for (const std::size_t defined : {2U, 3U}) {
    const auto& function = std::get<PureFunction>(annotation.items.at(defined));
    EXPECT_EQ(text_of(judge(function.clauses.at(0), function, names)), "checked");
  }
  const auto& k = std::get<PureFunction>(annotation.items.at(4));
  EXPECT_EQ(text_of(judge(k.clauses.at(0), k, names)), "assumed: k has no body");
}

TEST(ContractStatus, GhostVariablesThatOnlyAssumptionsDefineHaveNoValue) {
  EXPECT_EQ(status("ghost seq<int> s; assume |s| == 1; assert s[0] == 0;"),
            "unsupported: needs the ghost variable s, which has no value");
  EXPECT_EQ(status("ghost seq<int> s; ghost seq<int> t = tail(s); ghost t = t + s; assert |t| == 0;"),
            "unsupported: needs the ghost variable s, which has no value");
  EXPECT_EQ(status("ghost seq<int> s; ghost s = seq<int> {}; assert |s| == 0;"), "checked");
  EXPECT_EQ(status("ghost int i; assert (\\forall int i; 0 <= i && i < n; a[i] == i);"), "checked");
  EXPECT_EQ(status("given int x; requires x > 0;"), "unsupported: needs x, which is declared by given");
  EXPECT_EQ(status("ghost int x[2][n]; assert x[0][0] == 0;"),
            "unsupported: needs x, which is declared by ghost …[…][…]");
  EXPECT_EQ(status("resource p(int i); assert p(1);"), "unsupported: needs p, which is declared by resource");
  EXPECT_EQ(status("ghost x = x + 1; assert x == 1;"), "unsupported: needs the ghost variable x, which has no value");
}

}  // namespace
}  // namespace fencepost::compiler
