#include "compiler/contract/printer.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "compiler/contract/parser.h"
#include "compiler/contract_code/bounds.h"
#include "compiler/contract_code/status.h"

namespace fencepost::compiler::contract {
namespace {

std::string printed(const std::string& text) {
  const ExpressionPtr expression = parse_expression(text);
  return expression ? print(*expression) : "no expression";
}

TEST(ContractPrinter, OnlyNeededParenthesesStay) {
  EXPECT_EQ(printed("((a + b)) * (c * d)"), "(a + b) * (c * d)");
  EXPECT_EQ(printed("(a && b) ==> (c ==> d)"), "a && b ==> c ==> d");
  EXPECT_EQ(printed("(a ==> b) ==> c"), "(a ==> b) ==> c");
  EXPECT_EQ(printed("a - (b - c) - d"), "a - (b - c) - d");
  EXPECT_EQ(printed("(a ? b : c) ? (d) : (e ? f : g)"), "(a ? b : c) ? d : e ? f : g");
  EXPECT_EQ(printed("(a < b) < c"), "(a < b) < c");
  EXPECT_EQ(printed("(a + b < c) == d"), "a + b < c == d");
  EXPECT_EQ(printed("(-x)[1] + -(-y) - (-*p)"), "(-x)[1] + - -y - - *p");
  EXPECT_EQ(printed("(a+b).x"), "(a + b).x");
  EXPECT_EQ(printed("1 \\ 2 + write\\n"), "1\\2 + write \\ n");
}

TEST(ContractPrinter, BarsThatWouldCloseALengthGetParentheses) {
  EXPECT_EQ(printed("|(a | b)|"), "|(a | b)|");
  EXPECT_EQ(printed("|f(a | b)|"), "|f(a | b)|");
  EXPECT_EQ(printed("|(|xs| > 0 ? xs : ys)|"), "|(|xs|) > 0 ? xs : ys|");
  EXPECT_EQ(printed("|xs[|ys|]|"), "|xs[|ys|]|");
}

TEST(ContractPrinter, WordsUsedAsNamesKeepTheirQuotes) {
  EXPECT_EQ(printed("`read` + `requires`(`a b`) + `plain`"), "`read` + `requires`(`a b`) + plain");
}

constexpr std::array<std::string_view, 8> kAnnotations = {
    R"(requires 0 < n && n <= |xs|;
       ensures |\result| == n && (\forall int i; 0 <= i && i < n; \result[i] == xs[i] * 2);
       decreases n;
       pure seq<int> twice(seq<int> xs, int n) = 0 < n ? twice(xs, n - 1) + seq<int> { 2 * xs[n - 1] } : seq<int> { };)",
    R"(context_everywhere n == blockDim.x && p != NULL;
       requires \ltid % 2 == 0 ==> \pointer_index(p, \ltid / 2, 1\4) ** Perm(&q[\ltid], write \ n);
       requires (\forall* int i = 0 .. n; \gtid == 0 ==> Perm(s[i], read));
       context \pointer_length(p) >= n && x \in set<int> {1, 2};
       ensures p[\ltid] == \old(p[\ltid]) + (\ltid > 0 ? (int) f : -1);)",
    R"(loop_invariant (i & 1) << 2 != ~k | 3 ^ 'x' || !(a ** b);
       loop_invariant (\exists int j, int k; j < k && k < 10 && 0 <= j; m[j].x->y == (unsigned char) z);)",
    R"(ghost seq<seq<int> > m = seq<seq<int> > { xs, tail(xs) + ys };
       ghost m = take(m, 1) + drop(m, 1); ghost lemma(m, |m|);
       assert |m[|m| - 1]| == 1e-3f + 0x1p-3; assume ns::f(*p, &q) ? true : false; inhale a;
       ghost { int k = 1; k = k + 1; })",
    R"(given int a; yields seq<int> b; kernel_invariant Perm(x, 1) ** (\sum int i; 0 <= i && i < n; a[i]) == x;
       then { a[0] = 1; } fold p(x); unfold p(x); atomic(inv) { x = 1; })",
    R"(resource p(int* x) = Perm(*x, 1) ** *x > 0; axiom a { (\forall int i; f(i) == i) }
       adt list<T> { pure list<T> nil(); axiom nil() == nil(); } pure bool lemma(int* p, const float q);)",
    R"(ensures xs[1 .. 2] == [1, 2] && m[1 -> 2] == m && {: f(x) :} && (\let int y = 2; y > x) && b{1} == b{};)",
    R"(// a comment
       @ requires a; /* another */ ensures `write` == "text";
       @ context (a ==> b) ==> c ==> d;)"};

TEST(ContractPrinter, ParsingThePrintedTextGivesTheSameTree) {
  for (const std::string_view text : kAnnotations) {
    const Annotation annotation = parse_annotation({{std::string(text), {1, 1}}});
    EXPECT_TRUE(annotation.errors.empty()) << text << annotation.errors.front().message;
    const std::string once = print(annotation);
    const Annotation again = parse_annotation({{once, {1, 1}}});
    EXPECT_TRUE(equal(annotation, again)) << once;
    EXPECT_EQ(print(again), once);
  }
}

TEST(ContractPrinter, DifferentTreesAreNotEqual) {
  const auto same = [](const std::string& a, const std::string& b) {
    return equal(*parse_expression(a), *parse_expression(b));
  };
  EXPECT_TRUE(same("a + b * c", "(a) + (b*c)"));
  EXPECT_TRUE(same("p == NULL", "p == nullptr"));
  for (const auto& [a, b] : {std::pair{"a + b", "a - b"},
                             {"a + b", "b + a"},
                             {"(\\forall int i; p)", "(\\forall int j; p)"},
                             {"(\\forall int i; p)", "(\\forall long i; p)"},
                             {"(\\forall int i; p)", "(\\forall* int i; p)"},
                             {"(\\forall int i; q; p)", "(\\forall int i; p)"},
                             {"(int) a", "(int*) a"},
                             {"\\set(1)", "\\set(2)"},
                             {"f(a)", "f(a, a)"},
                             {"seq<int> {}", "seq<bool> {}"}}) {
    EXPECT_FALSE(same(a, b)) << a << " and " << b;
  }
}

// Everything that walks over trees.
void use(const Annotation& annotation) {
  (void)print(annotation);
  (void)equal(annotation, annotation);
  const KnownNames names({&annotation}, {&annotation});
  for (const Item& item : annotation.items) {
    if (const auto* clause = std::get_if<Clause>(&item)) (void)judge(*clause, names);
    if (const auto* statement = std::get_if<Statement>(&item)) (void)judge(*statement, names);
    if (const auto* function = std::get_if<PureFunction>(&item)) {
      (void)judge(*function, names);
      for (const Clause& clause : function->clauses) (void)judge(clause, *function, names);
    }
  }
}

// A valid annotation with some characters or pieces deleted, doubled, replaced or taken from another one.
std::string mutated(std::mt19937& random) {
  const auto pick = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  static constexpr std::string_view kPieces[] = {
      "(",  ")",     "[",     "]",     "{",  "}",  "|",    "||", ";", "?",   ":",        "\\", "\\forall",     "seq",
      "<",  ">",     "pure",  "ghost", "`",  "\"", "/*",   "//", "=", "==>", "requires", "@",  "\xe2\x88\x80", "*",
      "..", "\\old", "given", "'",     "{:", ":}", "\x80", "int"};
  std::string text(kAnnotations[pick(kAnnotations.size())]);
  for (std::size_t change = pick(4) + 1; change > 0 && !text.empty(); --change) {
    const std::size_t at = pick(text.size());
    switch (pick(4)) {
      case 0:
        text.erase(at, pick(12) + 1);
        break;
      case 1:
        text.insert(at, text.substr(pick(text.size()), pick(20)));
        break;
      case 2:
        text.insert(at, kPieces[pick(std::size(kPieces))]);
        break;
      default: {
        const std::string_view other = kAnnotations[pick(kAnnotations.size())];
        text = text.substr(0, at) + std::string(other.substr(pick(other.size())));
        break;
      }
    }
  }
  return text;
}

TEST(ContractPrinter, GarbageIsReadWithoutHarmAndWhatWasReadIsPrintedTruly) {
  std::mt19937 random(20211);
  std::size_t with_errors = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::string text = mutated(random);
    const Annotation annotation = parse_annotation({{text, {1, 1}}});
    with_errors += annotation.errors.empty() ? 0 : 1;
    use(annotation);
    // What stands beside an error may mean something else without it.
    Annotation again = parse_annotation({{print(annotation), {1, 1}}});
    if (annotation.errors.empty()) {
      ASSERT_TRUE(equal(annotation, again)) << text << "\n--- is printed as\n" << print(annotation);
      continue;
    }
    const std::string once = print(again);
    ASSERT_TRUE(equal(again, parse_annotation({{once, {1, 1}}}))) << text << "\n--- is printed as\n" << once;
  }
  EXPECT_GT(with_errors, 500U);
  EXPECT_LT(with_errors, 1950U);
}

TEST(ContractPrinter, RandomBytesAreReadWithoutHarm) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> byte(0, 255);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += static_cast<char>(byte(random));
    use(parse_annotation({{text, {1, 1}}}));
  }
}

}  // namespace
}  // namespace fencepost::compiler::contract
