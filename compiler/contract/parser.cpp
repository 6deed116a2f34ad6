#include "compiler/contract/parser.h"

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/contract/items.h"
#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

std::optional<ClauseKind> clause_kind(std::string_view word) {
  if (word == "requires") return ClauseKind::kRequires;
  if (word == "ensures") return ClauseKind::kEnsures;
  if (word == "context") return ClauseKind::kContext;
  if (word == "context_everywhere") return ClauseKind::kContextEverywhere;
  if (word == "loop_invariant") return ClauseKind::kLoopInvariant;
  return std::nullopt;
}

bool is_modifier(const Lexeme& lexeme) {
  static constexpr std::array<std::string_view, 5> kModifiers = {"pure", "inline", "static", "thread_local",
                                                                 "bip_annotation"};
  return lexeme.kind == LexemeKind::kWord && std::ranges::find(kModifiers, lexeme.text) != kModifiers.end();
}

}  // namespace

Annotation ItemParser::parse() {
  annotation_.place = here();
  while (!at_end()) {
    const std::size_t first = position();
    try {
      parse_item();
    } catch (const ParseFailure& failure) {
      annotation_.errors.push_back(failure.error);
      const std::size_t failed = position_of(failure.error.place);
      go_back(first);
      if (is_modifier(peek())) drop_clauses();
      recover(first, failed);
    }
  }
  keep_clauses();
  return std::move(annotation_);
}

ExpressionPtr ItemParser::parse_only_expression() {
  try {
    ExpressionPtr expression = parse_whole_expression();
    return at_end() ? std::move(expression) : nullptr;
  } catch (const ParseFailure&) {
    return nullptr;
  }
}

void ItemParser::parse_item() {
  if (take_symbol(";") || parse_clause() || parse_unsupported_clause()) return;
  if (is_modifier(peek())) return parse_modified();
  keep_clauses();
  if (parse_statement() || parse_unsupported()) return;
  fail("a clause or a statement");
}

void ItemParser::keep_clauses() {
  for (Clause& clause : clauses_) annotation_.items.emplace_back(std::move(clause));
  clauses_.clear();
}

void ItemParser::drop_clauses() {
  for (Clause& clause : clauses_) {
    annotation_.items.emplace_back(
        Unsupported{clause.place, "clause of a function that is not read", std::move(clause.source)});
  }
  clauses_.clear();
}

// Goes on behind the next `;` that is in no bracket, or at the next word that only an item begins with.
void ItemParser::recover(std::size_t first, std::size_t failed) {
  go_back(first);
  int depth = 0;
  for (; !at_end(); next()) {
    const Lexeme& lexeme = peek();
    if (lexeme.kind == LexemeKind::kWord && !lexeme.escaped && position() > first && position() >= failed &&
        begins_item(lexeme.text)) {
      return;
    }
    if (lexeme.kind != LexemeKind::kSymbol) continue;
    if (lexeme.text == "(" || lexeme.text == "[" || lexeme.text == "{") ++depth;
    if (lexeme.text == ")" || lexeme.text == "]" || lexeme.text == "}") --depth;
    if (lexeme.text == ";" && depth <= 0 && position() >= failed) {
      next();
      return;
    }
  }
}

bool ItemParser::parse_clause() {
  const std::optional<ClauseKind> kind = peek().kind == LexemeKind::kWord ? clause_kind(peek().text) : std::nullopt;
  if (!kind || peek().escaped) return false;
  const std::size_t first = position();
  Clause clause{.kind = *kind, .place = here()};
  next();
  clause.expression = parse_whole_expression();
  expect_symbol(";", "behind the clause");
  clause.source = source_since(first);
  clauses_.push_back(std::move(clause));
  return true;
}

// What `pure`, `inline` … begin: a function of ours, a predicate, or a modifier of the program's function.
void ItemParser::parse_modified() {
  const std::size_t first = position();
  bool pure = false;
  for (; is_modifier(peek()); next()) pure = pure || is_word("pure");
  if (is_word("resource")) {
    keep_clauses();
    std::string name = peek(1).text;
    skip_through(";");
    return add_unsupported(first, "resource", {std::move(name)});
  }
  if (at_end() || peek().kind != LexemeKind::kWord || begins_item(peek().text)) {
    const std::string name = pure ? "pure" : source_since(first);
    keep_clauses();
    return add_unsupported(first, name);
  }
  if (!pure) fail("'pure'");
  parse_function(first);
}

// Behind its modifiers, which begin with lexeme `first`.
void ItemParser::parse_function(std::size_t first) {
  PureFunction function;
  function.type = parse_type();
  function.place = here();
  if (is_symbol("+") || is_symbol("+", 1)) {
    drop_clauses();
    skip_through(";");
    return add_unsupported(first, "operator");
  }
  function.name = expect_name("of the function");
  if (is_symbol("<")) {
    drop_clauses();
    skip_through(";");
    return add_unsupported(first, "pure function with type parameters", {function.name});
  }
  function.parameters = parse_parameters();
  if (take_symbol("=")) function.body = parse_whole_expression();
  expect_symbol(";", function.body ? "behind the function's body" : "or '=' behind the function's parameters");
  function.clauses = std::move(clauses_);
  clauses_.clear();
  annotation_.items.emplace_back(std::move(function));
}

std::vector<Parameter> ItemParser::parse_parameters() {
  std::vector<Parameter> parameters;
  expect_symbol("(", "behind the function's name");
  if (is_word("void") && is_symbol(")", 1)) next();
  if (!is_symbol(")")) {
    do {
      Parameter parameter;
      parameter.type = parse_type();
      parameter.name = expect_name("of a parameter");
      while (is_symbol("[")) {
        skip_brackets();
        ++parameter.type.pointers;
      }
      parameters.push_back(std::move(parameter));
    } while (take_symbol(","));
  }
  expect_symbol(")", "or ',' behind a parameter");
  return parameters;
}

Annotation parse_annotation(const std::vector<CommentText>& comments) {
  Annotation annotation = ItemParser(comments).parse();
  if (!comments.empty()) annotation.place = comments.front().place;
  return annotation;
}

ExpressionPtr parse_expression(const std::string& text) {
  return ItemParser({CommentText{text, {1, 1}}}).parse_only_expression();
}

}  // namespace fencepost::compiler::contract
