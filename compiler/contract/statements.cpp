// The statements of annotations, and what VerCors has and we step over.
#include <algorithm>
#include <array>

#include "compiler/contract/items.h"
#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

constexpr std::array<std::string_view, 6> kClauses = {"kernel_invariant", "lock_invariant", "modifies",
                                                      "accessible",       "signals",        "decreases"};
constexpr std::array<std::string_view, 21> kUpToSemicolon = {
    "fold",       "unfold",      "open",         "close",
    "exhale",     "refute",      "witness",      "label",
    "send",       "recv",        "transfer",     "apply",
    "commit",     "csl_subject", "prover_type",  "prover_function",
    "resource",   "invariant",   "loop_variant", "assignable",
    "maintaining"};
constexpr std::array<std::string_view, 4> kUpToBrace = {"axiom", "model", "adt", "outline"};
constexpr std::array<std::string_view, 7> kBeforeStatement = {"with",    "then",  "package", "atomic",
                                                              "extract", "frame", "action"};
constexpr std::array<std::string_view, 12> kControl = {"if",       "while", "for",  "do",   "switch", "return",
                                                       "continue", "break", "goto", "else", "case",   "default"};

}  // namespace

void ItemParser::add_unsupported(std::size_t first, std::string name, std::vector<std::string> declares) {
  const std::size_t last = position();
  go_back(first);
  const Place place = here();
  go_back(last);
  annotation_.items.emplace_back(Unsupported{place, std::move(name), source_since(first), std::move(declares)});
}

bool ItemParser::parse_statement() {
  const bool assertion = is_word("assert");
  if (is_word("ghost")) {
    parse_ghost();
    return true;
  }
  if (!assertion && !is_word("assume") && !is_word("inhale")) return false;
  const std::size_t first = position();
  Statement statement{.kind = assertion ? StatementKind::kAssert : StatementKind::kAssume, .place = here()};
  const std::string word = next().text;
  statement.value = parse_whole_expression();
  expect_symbol(";", "behind '" + word + "'");
  statement.source = source_since(first);
  annotation_.items.emplace_back(std::move(statement));
  return true;
}

void ItemParser::parse_ghost() {
  const std::size_t first = position();
  next();
  if (!is_symbol("{")) return parse_ghost_statement(first);
  const std::size_t open = position();
  next();
  while (!take_symbol("}")) {
    if (at_end()) fail("'}'");
    if (is_symbol("{")) {
      // A block in a block has variables of its own.
      go_back(open);
      skip_brackets();
      return add_unsupported(first, "ghost {…{…}}");
    }
    if (!take_symbol(";") && !parse_statement()) parse_ghost_statement(position());
  }
}

// Behind `ghost`; the statement begins with lexeme `first`.
void ItemParser::parse_ghost_statement(std::size_t first) {
  go_back(first);
  Statement statement{.kind = StatementKind::kEvaluation, .place = here()};
  take_word("ghost");
  if (peek().kind == LexemeKind::kWord && contains(kControl, peek().text)) {
    const std::string name = "ghost " + peek().text;
    skip_statement();
    return add_unsupported(first, name);
  }
  const std::size_t start = position();
  if (peek().kind == LexemeKind::kWord && try_type(statement.type) && peek().kind == LexemeKind::kWord) {
    statement.kind = StatementKind::kDeclaration;
    statement.name = next().text;
    if (take_symbol("[")) {
      statement.length = parse_whole_expression();
      expect_symbol("]", "behind the length");
    }
    if (take_symbol("=")) statement.value = parse_whole_expression();
    if (is_symbol("[") || is_symbol(",") || is_symbol("(")) {
      const std::string name = is_symbol("[") ? "ghost …[…][…]" : is_symbol(",") ? "ghost …, …" : "ghost function";
      go_back(start);
      skip_statement();
      return add_unsupported(first, name, {std::move(statement.name)});
    }
    expect_symbol(";", statement.value ? "behind the value" : "or '=' behind the ghost variable");
    statement.source = source_since(first);
    annotation_.items.emplace_back(std::move(statement));
    return;
  }
  go_back(start);
  statement.type = {};
  parse_assignment(first, std::move(statement));
}

void ItemParser::parse_assignment(std::size_t first, Statement statement) {
  const std::size_t start = position();
  statement.value = parse_whole_expression();
  const bool step = is_symbol("++") || is_symbol("--");
  if (step || (peek().kind == LexemeKind::kSymbol && !is_symbol(";") && is_glued_symbol("=", 1))) {
    const std::string name = "ghost …" + peek().text + (step ? "" : "=");
    go_back(start);
    skip_through(";");
    return add_unsupported(first, name);
  }
  if (take_symbol("=")) {
    statement.kind = StatementKind::kAssignment;
    statement.target = std::move(statement.value);
    statement.value = parse_whole_expression();
  }
  expect_symbol(";", "behind the ghost statement");
  statement.source = source_since(first);
  annotation_.items.emplace_back(std::move(statement));
}

// One statement of C: a block, what a head in parentheses controls, or all up to `;`.
void ItemParser::skip_statement() {
  const Nesting nesting(*this);
  if (is_symbol("{")) return skip_brackets();
  if (peek().kind != LexemeKind::kWord || !contains(kControl, peek().text)) {
    // ghost int f() { … }
    while (!take_symbol(";")) {
      if (at_end()) fail("';'");
      const bool block = is_symbol("{");
      const bool brackets = block || is_symbol("(") || is_symbol("[");
      if (brackets) {
        skip_brackets();
      } else {
        next();
      }
      if (block && !is_symbol(";")) return;
    }
    return;
  }
  const std::string word = next().text;
  if (word == "return" || word == "break" || word == "continue" || word == "goto") return skip_through(";");
  if (word == "case" || word == "default") return skip_through(":");
  if (is_symbol("(")) skip_brackets();
  skip_statement();
  if (word == "do") return skip_through(";");
  if (word == "if" && take_word("else")) skip_statement();
}

// Clauses, which may stand among those of a function.
bool ItemParser::parse_unsupported_clause() {
  if (peek().kind != LexemeKind::kWord || peek().escaped) return false;
  const std::size_t first = position();
  const std::string word = peek().text;
  const bool ghost_parameter = word == "given" || word == "yields";
  if (!ghost_parameter && !contains(kClauses, word)) return false;
  const Place place = here();
  next();
  std::vector<std::string> declares;
  if (ghost_parameter && is_symbol("{")) {
    skip_brackets();
  } else {
    Type type;
    if (ghost_parameter && try_type(type) && peek().kind == LexemeKind::kWord) declares.push_back(peek().text);
    if (word == "given" && !declares.empty() && is_symbol(";", 1)) {
      skip_through(";");
      annotation_.items.emplace_back(Statement{.kind = StatementKind::kGiven,
                                               .place = place,
                                               .type = std::move(type),
                                               .name = std::move(declares.front()),
                                               .source = source_since(first)});
      return true;
    }
    skip_through(";");
  }
  add_unsupported(first, word, std::move(declares));
  return true;
}

bool ItemParser::parse_unsupported() {
  if (peek().kind != LexemeKind::kWord || peek().escaped) return false;
  const std::size_t first = position();
  const std::string word = peek().text;
  std::vector<std::string> declares;
  if (contains(kUpToSemicolon, word)) {
    next();
    if (word == "resource") declares.push_back(peek().text);
    skip_through(";");
  } else if (contains(kUpToBrace, word)) {
    while (!at_end() && !is_symbol("{") && !is_symbol(";")) next();
    if (!take_symbol(";")) skip_brackets();
  } else if (contains(kBeforeStatement, word)) {
    next();
    if (is_symbol("(")) skip_brackets();
    // What stands in a comment of its own may end with the comment.
    if (!at_end() && !take_symbol(";")) skip_statement();
  } else if (word == "spec_ignore") {
    next();
    if (!take_symbol("{") && !take_symbol("}")) fail("'{' or '}' behind 'spec_ignore'");
  } else {
    return false;
  }
  add_unsupported(first, word, std::move(declares));
  return true;
}

}  // namespace fencepost::compiler::contract
