#include "compiler/contract/cursor.h"
#include "compiler/contract/words.h"

#include <algorithm>
#include <array>

namespace fencepost::compiler::contract {
namespace {

constexpr std::array<std::string_view, 23> kNumberWords = {
    "void",     "bool",     "char",     "short",     "int",      "long",     "float",    "double",
    "signed",   "unsigned", "size_t",   "int8_t",    "uint8_t",  "int16_t",  "uint16_t", "int32_t",
    "uint32_t", "int64_t",  "uint64_t", "ptrdiff_t", "char16_t", "char32_t", "wchar_t"};
constexpr std::array<std::string_view, 7> kJoinedWords = {"char",   "short",  "int",     "long",
                                                          "double", "signed", "unsigned"};
constexpr std::array<std::string_view, 11> kGenericWords = {"seq",    "set",   "bag",     "map",  "vector", "option",
                                                            "either", "tuple", "pointer", "type", "array"};
constexpr std::array<std::string_view, 9> kSpecialWords = {"resource", "process", "frac",    "zfrac", "rational",
                                                           "ref",      "any",     "nothing", "string"};
constexpr std::array<std::string_view, 5> kQualifiers = {"const", "volatile", "struct", "__restrict__", "restrict"};

std::string closer_of(std::string_view open) { return open == "(" ? ")" : open == "[" ? "]" : "}"; }

std::string quoted(const Lexeme& lexeme) {
  return lexeme.kind == LexemeKind::kEnd ? "the end of the annotation" : "'" + lexeme.text + "'";
}

}  // namespace

const Lexeme& LexemeCursor::peek(std::size_t ahead) const {
  return lexemes_[std::min(position_ + ahead, lexemes_.size() - 1)];
}

bool LexemeCursor::is_symbol(std::string_view text, std::size_t ahead) const {
  return peek(ahead).kind == LexemeKind::kSymbol && peek(ahead).text == text;
}

bool LexemeCursor::is_word(std::string_view text, std::size_t ahead) const {
  return peek(ahead).kind == LexemeKind::kWord && !peek(ahead).escaped && peek(ahead).text == text;
}

bool LexemeCursor::is_glued_symbol(std::string_view text, std::size_t ahead) const {
  return is_symbol(text, ahead) && !peek(ahead).spaced;
}

std::size_t LexemeCursor::position_of(Place place) const {
  const auto found = std::ranges::find_if(lexemes_, [&](const Lexeme& lexeme) {
    return lexeme.begin.line == place.line && lexeme.begin.column == place.column;
  });
  return found == lexemes_.end() ? position_ : static_cast<std::size_t>(found - lexemes_.begin());
}

const Lexeme& LexemeCursor::next() {
  const Lexeme& current = peek();
  if (!at_end()) ++position_;
  return current;
}

bool LexemeCursor::take_symbol(std::string_view text) {
  if (!is_symbol(text)) return false;
  next();
  return true;
}

bool LexemeCursor::take_word(std::string_view text) {
  if (!is_word(text)) return false;
  next();
  return true;
}

void LexemeCursor::expect_symbol(std::string_view text, std::string_view where) {
  if (take_symbol(text)) return;
  fail("'" + std::string(text) + "' " + std::string(where));
}

std::string LexemeCursor::expect_name(std::string_view where) {
  if (peek().kind != LexemeKind::kWord) fail("a name " + std::string(where));
  return next().text;
}

void LexemeCursor::expect_bar() {
  if (is_symbol("||")) {
    Lexeme& both = lexemes_[position_];
    Lexeme second = both;
    both.text = second.text = "|";
    both.end.column = second.begin.column = both.begin.column + 1;
    second.spaced = false;
    lexemes_.insert(lexemes_.begin() + static_cast<std::ptrdiff_t>(position_) + 1, std::move(second));
  }
  expect_symbol("|", "behind the sequence whose length is asked for");
}

void LexemeCursor::fail(std::string_view what) const {
  fail_at(peek(), "expected " + std::string(what) + ", found " + quoted(peek()));
}

void LexemeCursor::fail_at(const Lexeme& lexeme, std::string message) const {
  throw ParseFailure{{lexeme.begin, std::move(message)}};
}

void LexemeCursor::skip_brackets() {
  const Lexeme& open = peek();
  std::vector<std::string> closers;
  do {
    const Lexeme& lexeme = peek();
    if (lexeme.kind == LexemeKind::kEnd) fail_at(open, "'" + open.text + "' is never closed");
    if (lexeme.kind == LexemeKind::kSymbol) {
      if (lexeme.text == "(" || lexeme.text == "[" || lexeme.text == "{") {
        closers.push_back(closer_of(lexeme.text));
      } else if (lexeme.text == ":}" && closers.back() == "}") {
        closers.pop_back();
      } else if (lexeme.text == ")" || lexeme.text == "]" || lexeme.text == "}") {
        if (lexeme.text != closers.back()) fail("'" + closers.back() + "'");
        closers.pop_back();
      }
    }
    next();
  } while (!closers.empty());
}

void LexemeCursor::skip_through(std::string_view symbol) {
  while (!take_symbol(symbol)) {
    if (at_end() || is_symbol(")") || is_symbol("]") || is_symbol("}")) fail("'" + std::string(symbol) + "'");
    if (is_symbol("(") || is_symbol("[") || is_symbol("{")) {
      skip_brackets();
    } else {
      next();
    }
  }
}

bool LexemeCursor::at_type_word() const {
  const Lexeme& lexeme = peek();
  if (lexeme.kind != LexemeKind::kWord || lexeme.escaped) return false;
  if (contains(kGenericWords, lexeme.text)) return is_symbol("<", 1);
  return contains(kNumberWords, lexeme.text) || contains(kSpecialWords, lexeme.text) ||
         contains(kQualifiers, lexeme.text);
}

std::vector<Type> LexemeCursor::type_arguments() {
  std::vector<Type> arguments;
  expect_symbol("<", "before a type");
  do {
    // vector<int, 4>: the number counts as a type.
    if (peek().kind == LexemeKind::kNumber) {
      arguments.push_back({.name = next().text});
    } else {
      arguments.push_back(parse_type());
    }
  } while (take_symbol(","));
  expect_symbol(">", "behind the type");
  return arguments;
}

Type LexemeCursor::parse_type() {
  const Nesting nesting(*this);
  Type type;
  const auto add = [&](const std::string& word) { type.name += (type.name.empty() ? "" : " ") + word; };
  bool complete = false;
  while (peek().kind == LexemeKind::kWord) {
    const std::string& word = peek().text;
    if (contains(kQualifiers, word)) {
      if (!complete && word != "__restrict__" && word != "restrict") add(word);
      next();
    } else if (!complete) {
      complete = !contains(kJoinedWords, word);
      add(next().text);
      while (is_symbol("::") && peek(1).kind == LexemeKind::kWord) {
        next();
        type.name += "::" + next().text;
      }
      if (complete) {
        if (is_symbol("<")) type.arguments = type_arguments();
        continue;
      }
      // `unsigned long x`: the words of a type end with the first other one.
      complete = !contains(kJoinedWords, peek().text);
    } else {
      break;
    }
  }
  if (type.name.empty()) fail("a type");
  if (type.name == "pointer" && type.arguments.size() == 1) {
    Type pointee = std::move(type.arguments.front());
    type = std::move(pointee);
    ++type.pointers;
  }
  for (;; next()) {
    if (is_symbol("*") || is_symbol("**")) {
      type.pointers += peek().text.size();
    } else if (!is_word("const") && !is_word("__restrict__") && !is_word("restrict") && !is_word("volatile")) {
      break;
    }
  }
  return type;
}

bool LexemeCursor::try_type(Type& type) {
  const std::size_t start = position_;
  try {
    type = parse_type();
    return true;
  } catch (const ParseFailure&) {
    position_ = start;
    return false;
  }
}

ExpressionPtr LexemeCursor::node(ExpressionKind kind, Place begin, std::string text,
                                 std::vector<ExpressionPtr> operands) {
  unsigned height = 0;
  for (const ExpressionPtr& operand : operands) {
    const auto found = heights_.find(operand.get());
    if (found == heights_.end()) continue;
    height = std::max(height, found->second);
    heights_.erase(found);
  }
  if (++height > kMaximumDepth) throw ParseFailure{{begin, "too deeply nested"}};
  auto expression = std::make_unique<Expression>();
  expression->kind = kind;
  expression->begin = begin;
  expression->end = last_end();
  expression->text = std::move(text);
  expression->operands = std::move(operands);
  heights_[expression.get()] = height;
  return expression;
}

ExpressionPtr LexemeCursor::unsupported(std::size_t first, std::string name) {
  ExpressionPtr expression = node(ExpressionKind::kUnsupported, lexemes_[first].begin, std::move(name));
  expression->source = source_since(first);
  return expression;
}

}  // namespace fencepost::compiler::contract
