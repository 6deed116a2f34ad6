// The innermost parts of expressions: names, numbers, and what begins with a word of VerCors.
#include <algorithm>
#include <array>

#include "compiler/contract/expressions.h"
#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

constexpr std::array<std::string_view, 5> kRanks = {"opencl_gid", "opencl_lid", "opencl_gsize", "opencl_gcount",
                                                    "opencl_lsize"};
// Functions of VerCors that we do not check; called like any other.
constexpr std::array<std::string_view, 19> kCalls = {
    "perm", "Value",   "AutoValue", "PointsTo",  "HPerm", "APerm", "ArrayPerm", "Reducible", "AddsTo", "Contribution",
    "idle", "running", "held",      "committed", "Some",  "Left",  "Right",     "sizeof",    "alignof"};
constexpr std::array<std::string_view, 9> kCollections = {"set",    "bag",    "map",  "vector", "tuple",
                                                          "option", "either", "type", "array"};

constexpr std::array<std::string_view, 4> kFractionWords = {"write", "read", "none", "atomic"};

bool is_quantifier(const Lexeme& lexeme) {
  return lexeme.kind == LexemeKind::kBackslash &&
         (lexeme.text == "\\forall" || lexeme.text == "\\forall*" || lexeme.text == "\\exists");
}

}  // namespace

ExpressionPtr ExpressionParser::parse_primary() {
  const Lexeme& lexeme = peek();
  const std::size_t first = position();
  switch (lexeme.kind) {
    case LexemeKind::kNumber: {
      const Place begin = here();
      std::string text = next().text;
      return node(ExpressionKind::kNumber, begin, std::move(text));
    }
    case LexemeKind::kString:
      next();
      return unsupported(first, "string");
    case LexemeKind::kWord:
      return parse_word();
    case LexemeKind::kBackslash:
      return parse_backslash();
    case LexemeKind::kSymbol:
      if (lexeme.text == "(") return parse_parenthesised();
      if (lexeme.text == "|" && !in_bars_) return parse_cardinality();
      if (lexeme.text == "{" && is_glued_symbol(":", 1)) return parse_trigger();
      if (lexeme.text == "{") return skip_literal("{…}");
      if (lexeme.text == "[") return skip_literal("[…]");
      break;
    case LexemeKind::kUnknown:
    case LexemeKind::kEnd:
      break;
  }
  fail("an expression");
}

ExpressionPtr ExpressionParser::parse_word() {
  const Place begin = here();
  const std::size_t first = position();
  if (peek().escaped) return node(ExpressionKind::kIdentifier, begin, next().text);
  const std::string word = peek().text;
  if (word == "seq" && is_symbol("<", 1)) return parse_sequence();
  if (at_type_word() || contains(kCollections, word)) {
    Type type;
    if (is_symbol("<", 1) && try_type(type)) {
      if (is_symbol("{")) return skip_brackets(), unsupported(first, word + "<…>");
      if (take_symbol(".")) {
        expect_name("of a member");
        if (is_symbol("(")) skip_brackets();
        return unsupported(first, word + "<…>");
      }
    }
    go_back(first);
    if (at_type_word()) fail("an expression");
  }
  if (word == "b" && is_glued_symbol("{", 1)) {
    next();
    return skip_literal("b{…}");
  }
  next();
  if (word == "true") return node(ExpressionKind::kTrue, begin, word);
  if (word == "false") return node(ExpressionKind::kFalse, begin, word);
  if (word == "NULL" || word == "nullptr") return node(ExpressionKind::kNull, begin, word);
  if (contains(kFractionWords, word)) return node(ExpressionKind::kFractionWord, begin, word);
  if (contains(kRanks, word)) return node(ExpressionKind::kThreadNumber, begin, word);
  if (word == "None" || word == "empty") return unsupported(first, word);
  if (word == "Perm") {
    std::vector<ExpressionPtr> list = parse_arguments(word, 2);
    return node(ExpressionKind::kPermission, begin, {}, std::move(list));
  }
  if (contains(kCalls, word) && is_symbol("(")) return skip_brackets(), unsupported(first, word);
  std::string name = word;
  while (is_glued_symbol("::", 0) && peek(1).kind == LexemeKind::kWord && !peek(1).spaced) {
    next();
    name += "::" + next().text;
  }
  return node(ExpressionKind::kIdentifier, begin, std::move(name));
}

ExpressionPtr ExpressionParser::parse_backslash() {
  const Place begin = here();
  const std::size_t first = position();
  const std::string word = next().text;
  if (word == "\\result") return node(ExpressionKind::kResult, begin);
  if (word == "\\ltid" || word == "\\gtid") return node(ExpressionKind::kThreadNumber, begin, word.substr(1));
  if (word == "\\old" && is_symbol("(")) {
    std::vector<ExpressionPtr> list = parse_arguments(word, 1);
    return node(ExpressionKind::kOld, begin, {}, std::move(list));
  }
  if (word == "\\pointer_index" || word == "\\pointer") {
    std::vector<ExpressionPtr> list = parse_arguments(word, 3);
    const bool index = word == "\\pointer_index";
    return node(index ? ExpressionKind::kPointerIndex : ExpressionKind::kPointer, begin, {}, std::move(list));
  }
  if ((word == "\\pointer_length" || word == "\\shared_mem_size") && is_symbol("(")) {
    std::vector<ExpressionPtr> list = parse_arguments(word, 1);
    return node(ExpressionKind::kLength, begin, word.substr(1), std::move(list));
  }
  if (word == "\\unfolding" || word == "\\Unfolding") {
    parse_expression();
    return unsupported(first, word);
  }
  if (word == "\\let" || word == "\\forall" || word == "\\forall*" || word == "\\exists") {
    go_back(first);
    fail("'(' before '" + word + "'");
  }
  if (is_symbol("[")) skip_brackets();
  if (is_symbol("(")) skip_brackets();
  return unsupported(first, word);
}

bool ExpressionParser::at_cast() {
  const std::size_t start = position();
  next();
  const bool certain = at_type_word();
  Type type;
  // `(name) x`: only what cannot go on an expression tells a cast; `(name) * x` is a product.
  bool cast = try_type(type) && is_symbol(")");
  if (cast && !certain) {
    const Lexeme& operand = peek(1);
    cast = (operand.kind == LexemeKind::kWord && !begins_item(operand.text)) || operand.kind == LexemeKind::kNumber ||
           (type.pointers > 0 && is_symbol("(", 1));
  }
  go_back(start);
  return cast;
}

ExpressionPtr ExpressionParser::parse_parenthesised() {
  const std::size_t first = position();
  const Lexeme& inner = peek(1);
  if (is_quantifier(inner)) return parse_quantifier();
  if (inner.kind == LexemeKind::kBackslash &&
      (inner.text == "\\let" || inner.text == "\\forperm" || inner.text == "\\forpermwithvalue" ||
       (inner.text == "\\sum" && !is_symbol("(", 2)))) {
    std::string name = inner.text;
    skip_brackets();
    return unsupported(first, std::move(name));
  }
  if (inner.kind == LexemeKind::kWord && is_symbol("!", 2)) {
    skip_brackets();
    return unsupported(first, "(…!…)");
  }
  next();
  const bool bars = std::exchange(in_bars_, false);
  ExpressionPtr expression = parse_expression();
  in_bars_ = bars;
  expect_symbol(")", "behind the expression");
  return expression;
}

ExpressionPtr ExpressionParser::parse_cardinality() {
  const Place begin = here();
  next();
  in_bars_ = true;
  ExpressionPtr sequence = parse_expression();
  in_bars_ = false;
  expect_bar();
  return node(ExpressionKind::kCardinality, begin, {}, operands(std::move(sequence)));
}

ExpressionPtr ExpressionParser::parse_sequence() {
  const Place begin = here();
  Type type = parse_type();
  if (type.arguments.size() != 1 || type.pointers > 0) fail_at(peek(), "'seq' takes one type");
  if (!is_symbol("{")) fail("'{' behind the type of a sequence");
  next();
  std::vector<ExpressionPtr> elements;
  const bool bars = std::exchange(in_bars_, false);
  if (!is_symbol("}")) {
    do {
      elements.push_back(parse_expression());
    } while (take_symbol(","));
  }
  in_bars_ = bars;
  expect_symbol("}", "or ',' behind an element of the sequence");
  ExpressionPtr sequence = node(ExpressionKind::kSequence, begin, {}, std::move(elements));
  sequence->type = std::move(type.arguments.front());
  return sequence;
}

// `{: e :}` tells the prover where to look; it means e.
ExpressionPtr ExpressionParser::parse_trigger() {
  next();
  next();
  if (peek().kind == LexemeKind::kNumber && is_symbol(":", 1)) next(), next();
  const bool bars = std::exchange(in_bars_, false);
  ExpressionPtr expression = parse_expression();
  in_bars_ = bars;
  expect_symbol(":}", "behind the trigger");
  return expression;
}

// `lo .. hi` behind `type name =`: lo <= name && name < hi.
ExpressionPtr ExpressionParser::parse_range_binding(const Binder& binder) {
  const Place begin = here();
  const auto name = [&] { return node(ExpressionKind::kIdentifier, binder.place, binder.name); };
  ExpressionPtr low = parse_expression();
  low = node(ExpressionKind::kBinary, begin, "<=", operands(std::move(low), name()));
  expect_symbol("..", "between the bounds of '" + binder.name + "'");
  ExpressionPtr high = parse_expression();
  high = node(ExpressionKind::kBinary, begin, "<", operands(name(), std::move(high)));
  return node(ExpressionKind::kBinary, begin, "&&", operands(std::move(low), std::move(high)));
}

ExpressionPtr ExpressionParser::parse_quantifier() {
  const Place begin = here();
  next();
  const std::string word = next().text;
  const bool bars = std::exchange(in_bars_, false);
  std::vector<Binder> binders;
  ExpressionPtr range;
  const auto narrow = [&](ExpressionPtr condition) {
    if (range) {
      const Place start = range->begin;
      condition = node(ExpressionKind::kBinary, start, "&&", operands(std::move(range), std::move(condition)));
    }
    range = std::move(condition);
  };
  do {
    Binder binder;
    binder.type = parse_type();
    binder.place = here();
    binder.name = expect_name("behind the type");
    if (take_symbol("=")) narrow(parse_range_binding(binder));
    binders.push_back(std::move(binder));
  } while (take_symbol(","));
  expect_symbol(";", "behind the variables of '" + word + "'");
  std::vector<ExpressionPtr> parts;
  parts.push_back(parse_expression());
  if (take_symbol(";")) {
    narrow(std::move(parts.front()));
    parts.front() = parse_expression();
  }
  if (range) parts.insert(parts.begin(), std::move(range));
  in_bars_ = bars;
  expect_symbol(")", "behind the body of '" + word + "'");
  const ExpressionKind kind = word == "\\exists"    ? ExpressionKind::kExists
                              : word == "\\forall*" ? ExpressionKind::kForallStar
                                                    : ExpressionKind::kForall;
  ExpressionPtr quantifier = node(kind, begin, {}, std::move(parts));
  quantifier->binders = std::move(binders);
  return quantifier;
}

ExpressionPtr ExpressionParser::skip_literal(std::string name) {
  const std::size_t first = name.starts_with('b') ? position() - 1 : position();
  skip_brackets();
  // [fraction]predicate(…) scales what follows.
  if (name == "[…]" && (peek().kind == LexemeKind::kWord || is_symbol("("))) {
    parse_unary();
    name = "[…]…";
  }
  return unsupported(first, std::move(name));
}

// In parentheses. `count` of them for `of`; any number if `of` is empty.
std::vector<ExpressionPtr> ExpressionParser::parse_arguments(std::string_view of, std::size_t count) {
  const bool bars = std::exchange(in_bars_, false);
  expect_symbol("(", "behind '" + std::string(of) + "'");
  std::vector<ExpressionPtr> list;
  if (!is_symbol(")")) {
    do {
      list.push_back(parse_expression());
    } while (take_symbol(","));
  }
  if (!of.empty() && list.size() != count && (is_symbol(")") || is_symbol(","))) {
    fail_at(peek(), "'" + std::string(of) + "' takes " + std::to_string(count) +
                        (count == 1 ? " argument" : " arguments") + ", found " + std::to_string(list.size()));
  }
  expect_symbol(")", "or ',' behind an argument");
  in_bars_ = bars;
  return list;
}

}  // namespace fencepost::compiler::contract
