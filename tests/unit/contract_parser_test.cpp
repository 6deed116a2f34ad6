#include "compiler/contract/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

#include "compiler/contract/printer.h"

namespace fencepost::compiler::contract {
namespace {

Annotation parsed(std::string text, Place place = {1, 1}) { return parse_annotation({{std::move(text), place}}); }

// The tree, all operators with parentheses.
std::string tree(const Expression& e) {
  std::string text;
  const auto add = [&](std::string_view separator) {
    for (std::size_t i = 0; i < e.operands.size(); ++i)
      text += (i == 0 ? "" : std::string(separator)) + tree(*e.operands[i]);
  };
  switch (e.kind) {
    case ExpressionKind::kBinary:
      return '(' + tree(*e.operands[0]) + ' ' + e.text + ' ' + tree(*e.operands[1]) + ')';
    case ExpressionKind::kUnary:
      return '(' + e.text + tree(*e.operands[0]) + ')';
    case ExpressionKind::kConditional:
      return '(' + tree(*e.operands[0]) + " ? " + tree(*e.operands[1]) + " : " + tree(*e.operands[2]) + ')';
    case ExpressionKind::kIndex:
      return tree(*e.operands[0]) + '[' + tree(*e.operands[1]) + ']';
    case ExpressionKind::kMember:
      return tree(*e.operands[0]) + '.' + e.text;
    case ExpressionKind::kArrow:
      return tree(*e.operands[0]) + "->" + e.text;
    case ExpressionKind::kCall:
      add(", ");
      return "call(" + text + ')';
    case ExpressionKind::kCast:
      return "cast<" + print(e.type) + ">(" + tree(*e.operands[0]) + ')';
    case ExpressionKind::kLength:
      return e.text + '(' + tree(*e.operands[0]) + ')';
    case ExpressionKind::kCardinality:
      return "size(" + tree(*e.operands[0]) + ')';
    case ExpressionKind::kSequence:
      add(", ");
      return "seq<" + print(e.type) + ">{" + text + '}';
    case ExpressionKind::kOld:
      return "old(" + tree(*e.operands[0]) + ')';
    case ExpressionKind::kForall:
    case ExpressionKind::kForallStar:
    case ExpressionKind::kExists:
      text = e.kind == ExpressionKind::kForall ? "all" : e.kind == ExpressionKind::kExists ? "some" : "all*";
      for (const Binder& binder : e.binders) text += ' ' + print(binder.type) + ' ' + binder.name;
      for (const ExpressionPtr& part : e.operands) text += "; " + tree(*part);
      return '<' + text + '>';
    case ExpressionKind::kPermission:
    case ExpressionKind::kPointerIndex:
    case ExpressionKind::kPointer:
      add(", ");
      return (e.kind == ExpressionKind::kPermission ? "perm("
              : e.kind == ExpressionKind::kPointer  ? "pointer("
                                                    : "at(") +
             text + ')';
    case ExpressionKind::kResult:
      return "result";
    case ExpressionKind::kThreadNumber:
      return '#' + e.text;
    case ExpressionKind::kUnsupported:
      return "unsupported " + e.text + " `" + e.source + '`';
    default:
      return e.text;
  }
}

std::string tree(std::string text) {
  const ExpressionPtr expression = parse_expression(text);
  return expression ? tree(*expression) : "no expression";
}

// "line:column message" of the first error; empty if there is none.
std::string first_error(std::string text) {
  const Annotation annotation = parsed(std::move(text));
  if (annotation.errors.empty()) return {};
  const SyntaxError& error = annotation.errors.front();
  return std::to_string(error.place.line) + ':' + std::to_string(error.place.column) + ' ' + error.message;
}

TEST(ContractParser, OperatorsBindAsInVercors) {
  EXPECT_EQ(tree("a || b && c"), "(a || (b && c))");
  EXPECT_EQ(tree("a && b ** c"), "((a && b) ** c)");
  EXPECT_EQ(tree("a ==> b ==> c"), "(a ==> (b ==> c))");
  EXPECT_EQ(tree("a && b ==> c || d"), "((a && b) ==> (c || d))");
  EXPECT_EQ(tree("a ==> b ? c : d"), "((a ==> b) ? c : d)");
  EXPECT_EQ(tree("a ? b : c ? d : e"), "(a ? b : (c ? d : e))");
  EXPECT_EQ(tree("a == b < c"), "(a == (b < c))");
  EXPECT_EQ(tree("a & b == c"), "(a & (b == c))");
  EXPECT_EQ(tree("a | b ^ c & d"), "(a | (b ^ (c & d)))");
  EXPECT_EQ(tree("a << 1 + b"), "(a << (1 + b))");
  EXPECT_EQ(tree("a >> b >= c"), "((a >> b) >= c)");
  EXPECT_EQ(tree("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(tree("-a * !b"), "((-a) * (!b))");
  EXPECT_EQ(tree("*p[1] + &q->x"), "((*p[1]) + (&q->x))");
}

TEST(ContractParser, FractionsDivideLikeProducts) {
  EXPECT_EQ(tree("1\\2"), "(1 \\ 2)");
  EXPECT_EQ(tree("write \\ (a * b)"), "(write \\ (a * b))");
  EXPECT_EQ(tree("write\\n"), "(write \\ n)");
  EXPECT_EQ(tree("1\\2 + 1\\4"), "((1 \\ 2) + (1 \\ 4))");
  EXPECT_EQ(tree("Perm(a[i], 1\\blockDim.x)"), "perm(a[i], (1 \\ blockDim.x))");
}

TEST(ContractParser, BarsAskForLengths) {
  EXPECT_EQ(tree("|xs| == |ys| + 1"), "(size(xs) == (size(ys) + 1))");
  EXPECT_EQ(tree("|xs + ys|"), "size((xs + ys))");
  EXPECT_EQ(tree("xs[|xs| - 1]"), "xs[(size(xs) - 1)]");
  EXPECT_EQ(tree("|xs[|ys| - 1]|"), "size(xs[(size(ys) - 1)])");
  EXPECT_EQ(tree("i < |xs| || |ys| > 0"), "((i < size(xs)) || (size(ys) > 0))");
  EXPECT_EQ(tree("i < |xs||| j"), "no expression");
  EXPECT_EQ(tree("|f(a | b)| | c"), "(size(call(f, (a | b))) | c)");
}

TEST(ContractParser, QuantifiersHaveTwoOrThreeParts) {
  EXPECT_EQ(tree("(\\forall int i; 0 <= i && i < n; a[i] == 0)"), "<all int i; ((0 <= i) && (i < n)); (a[i] == 0)>");
  EXPECT_EQ(tree("(\\forall* int i; i < n ==> Perm(a[i], 1))"), "<all* int i; ((i < n) ==> perm(a[i], 1))>");
  EXPECT_EQ(tree("(\\exists seq<int> p, unsigned long k; |p| == k)"),
            "<some seq<int> p unsigned long k; (size(p) == k)>");
  EXPECT_EQ(tree("(∀ int i; p(i))"), "<all int i; call(p, i)>");
  EXPECT_EQ(tree("(∀* int i; Perm(a[i], read))"), "<all* int i; perm(a[i], read)>");
  EXPECT_EQ(tree("(∃ int i; p(i))"), "<some int i; call(p, i)>");
}

TEST(ContractParser, RangesOfBindersAreConditions) {
  EXPECT_EQ(tree("(\\forall int i = 0 .. n; p(i))"), "<all int i; ((0 <= i) && (i < n)); call(p, i)>");
  EXPECT_EQ(tree("(\\forall int i = 0..n, int j = i..n; q(j); p(i))"),
            "<all int i int j; ((((0 <= i) && (i < n)) && ((i <= j) && (j < n))) && call(q, j)); call(p, i)>");
}

TEST(ContractParser, SequencesAndTheirFunctions) {
  EXPECT_EQ(tree("seq<int> { head(xs), 1 } + tail(xs)"), "(seq<int>{call(head, xs), 1} + call(tail, xs))");
  EXPECT_EQ(tree("seq<seq<int>>{xs}"), "seq<seq<int>>{xs}");
  EXPECT_EQ(tree("seq<seq<int> > { }"), "seq<seq<int>>{}");
  EXPECT_EQ(tree("(xs.tail)[0]"), "xs.tail[0]");
  EXPECT_EQ(tree("xs.take(3)"), "call(xs.take, 3)");
}

TEST(ContractParser, Casts) {
  EXPECT_EQ(tree("(float)a / 2"), "(cast<float>(a) / 2)");
  EXPECT_EQ(tree("(unsigned int) -a"), "cast<unsigned int>((-a))");
  EXPECT_EQ(tree("(T*)p"), "cast<T*>(p)");
  EXPECT_EQ(tree("(real) a"), "cast<real>(a)");
  EXPECT_EQ(tree("(a) - b"), "(a - b)");
  EXPECT_EQ(tree("(a) * b"), "(a * b)");
  EXPECT_EQ(tree("(f)(x)"), "call(f, x)");
}

TEST(ContractParser, WordsOfVercors) {
  EXPECT_EQ(tree("\\ltid + \\gtid * opencl_gsize"), "(#ltid + (#gtid * #opencl_gsize))");
  EXPECT_EQ(tree("\\old(a[i]) + \\result"), "(old(a[i]) + result)");
  EXPECT_EQ(tree("\\pointer_index(a, i, 1\\2) ** \\pointer(b, n, write)"),
            "(at(a, i, (1 \\ 2)) ** pointer(b, n, write))");
  EXPECT_EQ(tree("p != NULL && q == nullptr"), "((p != NULL) && (q == nullptr))");
  EXPECT_EQ(tree("ns::size_of(`write`)"), "call(ns::size_of, write)");
  EXPECT_EQ(tree("'a' + 0x1p-3f + 1'000u"), "(('a' + 0x1p-3f) + 1'000u)");
  EXPECT_EQ(tree("{: a[i] :} == 0"), "(a[i] == 0)");
}

TEST(ContractParser, UnsupportedExpressionsHaveANameAndLeaveTheRest) {
  EXPECT_EQ(tree("\\pointer_length(a) >= n"), "(pointer_length(a) >= n)");
  EXPECT_EQ(tree("(\\sum int i; 0 <= i && i < n; a[i]) == s"),
            "(unsupported \\sum `(\\sum int i; 0 <= i && i < n; a[i])` == s)");
  EXPECT_EQ(tree("a && x \\in set<int> {1, 2}"), "(a && unsupported \\in `x \\in set<int> {1, 2}`)");
  EXPECT_EQ(tree("[1, 2] == xs"), "(unsupported […] `[1, 2]` == xs)");
  EXPECT_EQ(tree("xs[1 .. n] == ys"), "(unsupported [..] `xs[1 .. n]` == ys)");
  EXPECT_EQ(tree("xs[1 -> n][2]"), "unsupported [->] `xs[1 -> n]`[2]");
  EXPECT_EQ(tree("a && (\\let int x = 1; x > 0)"), "(a && unsupported \\let `(\\let int x = 1; x > 0)`)");
  EXPECT_EQ(tree("b{1, 2} == bag<int>{}"), "(unsupported b{…} `b{1, 2}` == unsupported bag<…> `bag<int>{}`)");
  EXPECT_EQ(tree("\\matrix(m, 2, 3) ** held(x)"),
            "(unsupported \\matrix `\\matrix(m, 2, 3)` ** unsupported held `held(x)`)");
  EXPECT_EQ(tree("\\unknown(1) + 1"), "(unsupported \\unknown `\\unknown(1)` + 1)");
  EXPECT_EQ(tree("Perm(x, *)"), "perm(x, unsupported * `*`)");
  EXPECT_EQ(tree("a ++ b"), "unsupported ++ `a ++ b`");
}

TEST(ContractParser, PlacesAreThoseOfTheSource) {
  const Annotation annotation = parsed("\n  requires a\n    == b + 12;", {7, 20});
  ASSERT_EQ(annotation.items.size(), 1U);
  const auto& clause = std::get<Clause>(annotation.items[0]);
  EXPECT_EQ(clause.place.line, 8U);
  EXPECT_EQ(clause.place.column, 3U);
  EXPECT_EQ(clause.source, "requires a == b + 12;");
  const Expression& sum = *clause.expression->operands[1];
  EXPECT_EQ(sum.begin.line, 9U);
  EXPECT_EQ(sum.begin.column, 8U);
  EXPECT_EQ(sum.end.column, 14U);
}

TEST(ContractParser, CommentsAndAtSignsInsideAreSkipped) {
  const Annotation annotation = parsed("\n@ requires a; // ensures no;\n  @ ensures /* not b */ c; // c; d\n");
  EXPECT_TRUE(annotation.errors.empty());
  EXPECT_EQ(print(annotation), "requires a;\nensures c;\n");
}

TEST(ContractParser, ClausesMayGoOnInTheNextComment) {
  const Annotation annotation = parse_annotation({{" requires a &&", {1, 4}}, {" b;", {2, 4}}});
  EXPECT_TRUE(annotation.errors.empty());
  EXPECT_EQ(print(annotation), "requires a && b;\n");
}

TEST(ContractParser, ClausesInFrontOfAFunctionAreItsOwn) {
  const Annotation annotation = parsed(
      "requires 0 <= n; decreases n; ensures \\result > 0; inline pure int f(int n, seq<seq<int>> s, pointer<int> p) = "
      "n;\npure bool lemma();\nrequires k > 0;");
  ASSERT_EQ(annotation.items.size(), 4U);
  EXPECT_EQ(std::get<Unsupported>(annotation.items[0]).name, "decreases");
  const auto& function = std::get<PureFunction>(annotation.items[1]);
  EXPECT_EQ(function.clauses.size(), 2U);
  EXPECT_EQ(print(function.parameters[1].type), "seq<seq<int> >");
  EXPECT_EQ(print(function.parameters[2].type), "int*");
  EXPECT_TRUE(function.body);
  EXPECT_FALSE(std::get<PureFunction>(annotation.items[2]).body);
  EXPECT_EQ(std::get<Clause>(annotation.items[3]).source, "requires k > 0;");
}

TEST(ContractParser, Statements) {
  const Annotation annotation = parsed(
      "assert a; assume b; inhale c; ghost int x; ghost seq<int> s = seq<int> {}; ghost s = tail(s); ghost lemma(s);\n"
      "ghost { x = 1; int y = 2; }");
  EXPECT_TRUE(annotation.errors.empty());
  EXPECT_EQ(print(annotation),
            "assert a;\nassume b;\nassume c;\nghost int x;\nghost seq<int> s = seq<int> {};\nghost s = tail(s);\n"
            "ghost lemma(s);\nghost x = 1;\nghost int y = 2;\n");
}

TEST(ContractParser, UnsupportedItemsAreNamedAndTheRestIsRead) {
  struct Case {
    std::string text, name;
  };
  for (const Case& c : {Case{"yields int x;", "yields"},
                        {"given { x = y }", "given"},
                        {"then { a[i] = 1; if (b) { c(); } }", "then"},
                        {"with x = 1;", "with"},
                        {"kernel_invariant (\\forall int i; 0 <= i && i < n; a[i] > 0);", "kernel_invariant"},
                        {"modifies a, b;", "modifies"},
                        {"decreases;", "decreases"},
                        {"fold p(x);", "fold"},
                        {"unfold p(x);", "unfold"},
                        {"atomic(inv) { fold p; }", "atomic"},
                        {"axiom a { (\\forall int i; f(i) == i) }", "axiom"},
                        {"adt list<T> { pure list<T> nil(); axiom true; }", "adt"},
                        {"resource p(int x) = Perm(x, 1) ** x > 0;", "resource"},
                        {"inline resource p();", "resource"},
                        {"exhale a;", "exhale"},
                        {"ghost int x[n][2];", "ghost …[…][…]"},
                        {"ghost if (a) { x = 1; } else x = 2;", "ghost if"},
                        {"ghost x += 1;", "ghost …+="},
                        {"ghost x++;", "ghost …++"},
                        {"pure", "pure"}}) {
    const Annotation annotation = parsed("requires a; " + c.text + " ensures b;");
    EXPECT_TRUE(annotation.errors.empty()) << c.text << ": " << annotation.errors.front().message;
    ASSERT_EQ(annotation.items.size(), 3U) << c.text;
    const auto* part = std::get_if<Unsupported>(&annotation.items[1]);
    const auto* first = std::get_if<Unsupported>(&annotation.items[0]);
    if (part == nullptr) part = first;  // Unsupported clauses come before those whose owner is not known yet.
    ASSERT_TRUE(part) << c.text;
    EXPECT_EQ(part->name, c.name);
    EXPECT_EQ(part->source, c.text);
  }
}

TEST(ContractParser, ErrorsSayWhatWasExpectedAndWhere) {
  EXPECT_EQ(first_error("requires a\n  ensures b;"), "2:3 expected ';' behind the clause, found 'ensures'");
  EXPECT_EQ(first_error("requires a +;"), "1:13 expected an expression, found ';'");
  EXPECT_EQ(first_error("requires f(a;"), "1:13 expected ')' or ',' behind an argument, found ';'");
  EXPECT_EQ(first_error("requires Perm(a[i]);"), "1:19 'Perm' takes 2 arguments, found 1");
  EXPECT_EQ(first_error("requires (\\forall int i; 0 < i; a[i];"),
            "1:37 expected ')' behind the body of '\\forall', found ';'");
  EXPECT_EQ(first_error("requires (\\forall i; a);"), "1:20 expected a name behind the type, found ';'");
  EXPECT_EQ(first_error("requires \\forall int i; a;"), "1:10 expected '(' before '\\forall', found '\\forall'");
  EXPECT_EQ(first_error("requires |xs > 0;"),
            "1:17 expected '|' behind the sequence whose length is asked for, found ';'");
  EXPECT_EQ(first_error("requires 0 <= i < n;"), "1:17 comparisons cannot be chained; write 'a < b && b < c'");
  EXPECT_EQ(first_error("requires a = b;"), "1:12 expected ';' behind the clause, found '='");
  EXPECT_EQ(first_error("requires ++a;"), "1:10 annotations have no side effects, found '++'");
  EXPECT_EQ(first_error("requries a;"), "1:1 expected a clause or a statement, found 'requries'");
  EXPECT_EQ(first_error("ensures a"), "1:10 expected ';' behind the clause, found the end of the annotation");
  EXPECT_EQ(first_error("pure int f(int) = 1;"), "1:15 expected a name of a parameter, found ')'");
  EXPECT_EQ(first_error("requires a ? b;"), "1:15 expected ':' of the conditional expression, found ';'");
  EXPECT_EQ(first_error("fold p(x;"), "1:7 '(' is never closed");
  EXPECT_EQ(first_error("requires a $ b;"), "1:12 expected ';' behind the clause, found '$'");
  EXPECT_EQ(first_error("requires a # b;"), "1:12 expected ';' behind the clause, found '#'");
}

TEST(ContractParser, ReadingGoesOnBehindAnError) {
  Annotation annotation = parsed("requires a +; ensures (\\forall int i; b;; context c; nonsense x; loop_invariant d;");
  EXPECT_EQ(annotation.errors.size(), 3U);
  EXPECT_EQ(print(annotation), "context c;\nloop_invariant d;\n");

  annotation = parsed("requires f(a; ensures b;");
  EXPECT_EQ(annotation.errors.size(), 1U);
  EXPECT_EQ(print(annotation), "ensures b;\n");
}

TEST(ContractParser, ClausesOfAnUnreadableFunctionAreNotThoseOfTheKernel) {
  const Annotation annotation = parsed("requires a; pure int f(; requires b;");
  ASSERT_EQ(annotation.items.size(), 2U);
  EXPECT_EQ(std::get<Unsupported>(annotation.items[0]).source, "requires a;");
  EXPECT_EQ(std::get<Clause>(annotation.items[1]).source, "requires b;");
  EXPECT_EQ(annotation.errors.size(), 1U);
}

TEST(ContractParser, DeepNestingIsAnErrorAndNoCrash) {
  const auto repeated = [](std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (const std::string& text :
       {repeated("(", 20000) + "a" + repeated(")", 20000), repeated("!", 20000) + "a", "a" + repeated("[0]", 20000),
        "a" + repeated(" + a", 20000), "a" + repeated(" ==> a", 20000), "a" + repeated(" ? a : a", 20000),
        repeated("(\\forall int i; ", 20000), repeated("|", 20001), repeated("seq<", 20000)}) {
    const Annotation annotation = parsed("requires " + text + "; ensures b;");
    EXPECT_EQ(annotation.errors.size(), 1U) << text.substr(0, 20);
    EXPECT_TRUE(print(annotation).ends_with("ensures b;\n")) << text.substr(0, 20);
  }
  EXPECT_TRUE(parsed("requires " + repeated("a && ", 500) + "b;").errors.empty());
}

}  // namespace
}  // namespace fencepost::compiler::contract
