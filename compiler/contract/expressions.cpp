#include "compiler/contract/expressions.h"

#include <array>

namespace fencepost::compiler::contract {
namespace {

struct Level {
  std::string_view text;
  int level;
};

constexpr int kImplication = 1, kRelation = 8, kShift = 9, kMultiplication = 11;
constexpr std::array<Level, 23> kOperators = {{{"==>", kImplication},
                                               {"-*", kImplication},
                                               {"||", 2},
                                               {"&&", 3},
                                               {"**", 3},
                                               {"|", 4},
                                               {"^", 5},
                                               {"&", 6},
                                               {"==", 7},
                                               {"!=", 7},
                                               {"<", kRelation},
                                               {">", kRelation},
                                               {"<=", kRelation},
                                               {">=", kRelation},
                                               {"<<", kShift},
                                               {"+", 10},
                                               {"-", 10},
                                               {"++", 10},
                                               {"::", 10},
                                               {"*", kMultiplication},
                                               {"/", kMultiplication},
                                               {"%", kMultiplication},
                                               {"\\", kMultiplication}}};

bool is_comparison(std::string_view text) { return text == "<" || text == ">" || text == "<=" || text == ">="; }

}  // namespace

ExpressionPtr ExpressionParser::parse_whole_expression() {
  forget_nodes();
  in_bars_ = false;
  return parse_expression();
}

ExpressionPtr ExpressionParser::parse_expression() {
  const Nesting nesting(*this);
  const Place begin = here();
  ExpressionPtr condition = parse_binary(kImplication);
  if (!take_symbol("?")) return condition;
  ExpressionPtr then = parse_expression();
  expect_symbol(":", "of the conditional expression");
  ExpressionPtr otherwise = parse_expression();
  return node(ExpressionKind::kConditional, begin, {},
              operands(std::move(condition), std::move(then), std::move(otherwise)));
}

ExpressionParser::Operator ExpressionParser::peek_operator() const {
  const Lexeme& lexeme = peek();
  if (lexeme.kind == LexemeKind::kBackslash && lexeme.text == "\\in") return {lexeme.text, kRelation, 1};
  if (lexeme.kind != LexemeKind::kSymbol) return {};
  if (in_bars_ && (lexeme.text == "|" || lexeme.text == "||")) return {};
  if (lexeme.text == ">" && is_glued_symbol(">", 1)) return {">>", kShift, 2};
  for (const Level& entry : kOperators) {
    if (entry.text != lexeme.text) continue;
    // `+=` and kin assign.
    if (entry.level > 3 && !is_comparison(entry.text) && is_glued_symbol("=", 1)) return {};
    return {lexeme.text, entry.level, 1};
  }
  return {};
}

ExpressionPtr ExpressionParser::parse_binary(int weakest) {
  const Nesting nesting(*this);
  const std::size_t first = position();
  const Place begin = here();
  ExpressionPtr left = parse_unary();
  bool comparison = false;  // `left` is one, without parentheses.
  for (;;) {
    const Operator op = peek_operator();
    if (op.text.empty() || op.level < weakest) return left;
    if (op.level == kRelation && comparison && op.text != "\\in") {
      fail_at(peek(), "comparisons cannot be chained; write 'a < b && b < c'");
    }
    if (op.text == "++" && (is_symbol(";", 1) || is_symbol(")", 1) || is_symbol("]", 1))) return left;
    for (std::size_t i = 0; i < op.lexemes; ++i) next();
    ExpressionPtr right = parse_binary(op.level == kImplication ? op.level : op.level + 1);
    comparison = op.level == kRelation;
    if (op.text == "-*" || op.text == "\\in" || op.text == "++" || op.text == "::") {
      left = unsupported(first, op.text);
    } else {
      left = node(ExpressionKind::kBinary, begin, op.text, operands(std::move(left), std::move(right)));
    }
  }
}

ExpressionPtr ExpressionParser::parse_unary() {
  const Nesting nesting(*this);
  const Place begin = here();
  const Lexeme& lexeme = peek();
  if (lexeme.kind == LexemeKind::kSymbol) {
    const std::string text = lexeme.text;
    const std::size_t first = position();
    if (text == "*" && (is_symbol(")", 1) || is_symbol(",", 1))) {
      next();
      return unsupported(first, "*");
    }
    if (text == "!" || text == "-" || text == "+" || text == "~" || text == "*" || text == "&") {
      next();
      ExpressionPtr operand = parse_unary();
      return node(ExpressionKind::kUnary, begin, text, operands(std::move(operand)));
    }
    if (text == "**" || text == "-*") {
      next();
      ExpressionPtr operand = parse_unary();
      operand = node(ExpressionKind::kUnary, {begin.line, begin.column + 1}, "*", operands(std::move(operand)));
      return node(ExpressionKind::kUnary, begin, text.substr(0, 1), operands(std::move(operand)));
    }
    if (text == "++" || text == "--") fail_at(lexeme, "annotations have no side effects, found '" + text + "'");
    if (text == "(" && at_cast()) return parse_cast();
  }
  const std::size_t first = position();
  return parse_postfix(parse_primary(), first);
}

ExpressionPtr ExpressionParser::parse_cast() {
  const Place begin = here();
  next();
  Type type = parse_type();
  expect_symbol(")", "behind the type");
  ExpressionPtr operand = parse_unary();
  ExpressionPtr cast = node(ExpressionKind::kCast, begin, {}, operands(std::move(operand)));
  cast->type = std::move(type);
  return cast;
}

ExpressionPtr ExpressionParser::parse_postfix(ExpressionPtr base, std::size_t first) {
  const Place begin = base->begin;
  for (;;) {
    if (is_symbol("[")) {
      const std::size_t open = position();
      next();
      const bool bars = std::exchange(in_bars_, false);
      if (take_symbol("..")) {
        go_back(open);
        skip_brackets();
        base = unsupported(first, "[..]");
      } else {
        ExpressionPtr index = parse_expression();
        if (is_symbol("..") || is_symbol("->")) {
          const std::string name = is_symbol("..") ? "[..]" : "[->]";
          go_back(open);
          skip_brackets();
          base = unsupported(first, name);
        } else {
          expect_symbol("]", "behind the index");
          base = node(ExpressionKind::kIndex, begin, {}, operands(std::move(base), std::move(index)));
        }
      }
      in_bars_ = bars;
    } else if (is_symbol("(")) {
      std::vector<ExpressionPtr> list = parse_arguments({}, 0);
      list.insert(list.begin(), std::move(base));
      base = node(ExpressionKind::kCall, begin, {}, std::move(list));
    } else if (is_symbol(".") || (is_symbol("->") && base->kind != ExpressionKind::kNumber)) {
      const ExpressionKind kind = next().text == "." ? ExpressionKind::kMember : ExpressionKind::kArrow;
      std::string name = expect_name("of a member");
      base = node(kind, begin, std::move(name), operands(std::move(base)));
    } else if (take_symbol("?.")) {
      expect_name("of a member");
      if (is_symbol("(")) skip_brackets();
      base = unsupported(first, "?.");
    } else if ((is_word("given") || is_word("yields")) && is_symbol("{", 1)) {
      const std::string name = next().text;
      skip_brackets();
      base = unsupported(first, name);
    } else {
      return base;
    }
  }
}

}  // namespace fencepost::compiler::contract
