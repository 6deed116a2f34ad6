#include "compiler/contract/lexer.h"

#include <algorithm>
#include <array>

#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

constexpr std::array<std::string_view, 51> kBackslashWords = {"Unfolding",
                                                              "array",
                                                              "boogie",
                                                              "choose",
                                                              "choose_fresh",
                                                              "current_thread",
                                                              "euclidean_div",
                                                              "euclidean_mod",
                                                              "exists",
                                                              "forall",
                                                              "forperm",
                                                              "forpermwithvalue",
                                                              "gtid",
                                                              "in",
                                                              "is_int",
                                                              "length",
                                                              "let",
                                                              "ltid",
                                                              "matrix",
                                                              "mcmp",
                                                              "memberof",
                                                              "mrep",
                                                              "msum",
                                                              "nd_index",
                                                              "nd_length",
                                                              "nd_partial_index",
                                                              "old",
                                                              "pointer",
                                                              "pointer_block_length",
                                                              "pointer_block_offset",
                                                              "pointer_index",
                                                              "pointer_length",
                                                              "polarity_dependent",
                                                              "pow",
                                                              "replacing",
                                                              "replacing_done",
                                                              "result",
                                                              "shared_mem_size",
                                                              "smtlib",
                                                              "sum",
                                                              "type",
                                                              "typeof",
                                                              "unfolding",
                                                              "values",
                                                              "vcmp",
                                                              "vrep",
                                                              "gid",
                                                              "lid",
                                                              "gsize",
                                                              "gcount",
                                                              "lsize"};

// Longest first.
constexpr std::array<std::string_view, 18> kSymbols = {
    "==>", "...", "**", "&&", "||", "==", "!=", "<=", ">=", "<<", "->", "-*", "++", "--", "::", "..", "?.", ":}"};
constexpr std::string_view kSingle = "+-*/%<>=!&|^~?:;,.()[]{}\\";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_word(char c) { return starts_word(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

class Splitter {
 public:
  std::vector<Lexeme> split(const std::vector<CommentText>& texts) {
    for (const CommentText& text : texts) split(text);
    lexemes_.push_back({.kind = LexemeKind::kEnd, .spaced = true, .begin = place_, .end = place_});
    return std::move(lexemes_);
  }

 private:
  void split(const CommentText& text) {
    text_ = text.text;
    at_ = 0;
    place_ = text.place;
    spaced_ = true;
    line_start_ = false;
    while (skip_space(), at_ < text_.size()) take_one();
  }

  void advance(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else {
        ++place_.column;
      }
    }
  }

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        line_start_ = line_start_ || text_[at_] == '\n';
        advance(1);
      } else if (rest().starts_with("//")) {
        advance(std::min(text_.find('\n', at_), text_.size()) - at_);
      } else if (rest().starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        advance((end == std::string_view::npos ? text_.size() : end + 2) - at_);
      } else if (line_start_ && text_[at_] == '@') {
        advance(1);
      } else {
        return;
      }
      spaced_ = true;
    }
  }

  // What ends with the operand of a fraction: `1\2`, `write\2`, `f(x)\2`.
  [[nodiscard]] bool behind_operand() const {
    if (lexemes_.empty()) return false;
    const Lexeme& last = lexemes_.back();
    if (last.kind == LexemeKind::kWord) return last.escaped || !begins_item(last.text);
    return last.kind == LexemeKind::kNumber || last.text == ")" || last.text == "]";
  }

  void take_one() {
    const char c = text_[at_];
    std::size_t length = 1;
    if (rest().starts_with("\u2200*")) return take(LexemeKind::kBackslash, 4, "\\forall*");
    if (rest().starts_with("\u2200")) return take(LexemeKind::kBackslash, 3, "\\forall");
    if (rest().starts_with("\u2203")) return take(LexemeKind::kBackslash, 3, "\\exists");
    if (starts_word(c)) {
      while (at_ + length < text_.size() && continues_word(text_[at_ + length]) && !binder_at(at_ + length)) ++length;
      return take(LexemeKind::kWord, length);
    }
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      return take(LexemeKind::kNumber, number_length());
    }
    if (c == '"' || c == '\'') {
      length = quoted_length(c);
      const LexemeKind kind = c == '"' ? LexemeKind::kString : LexemeKind::kNumber;
      return take(length == 1 ? LexemeKind::kUnknown : kind, length);
    }
    if (c == '`') return take_escaped();
    if (c == '\\' && take_backslash()) return;
    for (const std::string_view symbol : kSymbols) {
      if (rest().starts_with(symbol)) return take(LexemeKind::kSymbol, symbol.size());
    }
    take(kSingle.find(c) == std::string_view::npos ? LexemeKind::kUnknown : LexemeKind::kSymbol, 1);
  }

  [[nodiscard]] bool binder_at(std::size_t at) const {
    return text_.substr(at).starts_with("\u2200") || text_.substr(at).starts_with("\u2203");
  }

  [[nodiscard]] std::size_t number_length() const {
    std::size_t end = at_ + 1;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool separator = c == '\'' && end + 1 < text_.size() && continues_word(text_[end + 1]);
      const bool exponent = (c == '+' || c == '-') && is_exponent(end - 1);
      const bool point = c == '.' && !text_.substr(end).starts_with("..");
      if (!continues_word(c) && !separator && !exponent && !point) break;
    }
    return end - at_;
  }

  // The `e` of 1e-3 or the `p` of 0x1p-3, but not the last digit of 0xe-1.
  [[nodiscard]] bool is_exponent(std::size_t at) const {
    const char c = static_cast<char>(text_[at] | 0x20);
    const bool hexadecimal = rest().starts_with("0x") || rest().starts_with("0X");
    return c == (hexadecimal ? 'p' : 'e');
  }

  // 1 if it is not closed on its line.
  [[nodiscard]] std::size_t quoted_length(char quote) const {
    for (std::size_t end = at_ + 1; end < text_.size() && text_[end] != '\n'; ++end) {
      if (text_[end] == '\\') {
        ++end;
      } else if (text_[end] == quote) {
        return end + 1 - at_;
      }
    }
    return 1;
  }

  void take_escaped() {
    const std::size_t close = text_.find_first_of("`\n", at_ + 1);
    if (close == std::string_view::npos || text_[close] == '\n' || close == at_ + 1) {
      return take(LexemeKind::kUnknown, 1);
    }
    take(LexemeKind::kWord, close + 1 - at_, text_.substr(at_ + 1, close - at_ - 1));
    lexemes_.back().escaped = true;
  }

  bool take_backslash() {
    std::size_t length = 1;
    while (at_ + length < text_.size() && continues_word(text_[at_ + length])) ++length;
    const std::string_view word = text_.substr(at_ + 1, length - 1);
    if (word.empty() || is_digit(word[0])) return false;
    const bool known = std::ranges::find(kBackslashWords, word) != kBackslashWords.end();
    if (!known && behind_operand()) return false;
    if (word == "forall" && rest().substr(length).starts_with('*')) ++length;
    take(LexemeKind::kBackslash, length);
    return true;
  }

  void take(LexemeKind kind, std::size_t length, std::string_view text = {}) {
    Lexeme lexeme{.kind = kind, .spaced = spaced_, .begin = place_};
    lexeme.text = text.empty() ? text_.substr(at_, length) : text;
    advance(length);
    lexeme.end = place_;
    lexemes_.push_back(std::move(lexeme));
    spaced_ = line_start_ = false;
  }

  std::vector<Lexeme> lexemes_;
  std::string_view text_;
  std::size_t at_ = 0;
  Place place_{1, 1};
  bool spaced_ = true, line_start_ = false;
};

}  // namespace

std::vector<Lexeme> split(const std::vector<CommentText>& texts) { return Splitter().split(texts); }

std::string source_of(const std::vector<Lexeme>& lexemes, std::size_t first, std::size_t last) {
  std::string source;
  for (std::size_t i = first; i < std::min(last, lexemes.size()); ++i) {
    const Lexeme& lexeme = lexemes[i];
    if (i > first && lexeme.spaced) source += ' ';
    source += lexeme.escaped ? '`' + lexeme.text + '`' : lexeme.text;
  }
  return source;
}

}  // namespace fencepost::compiler::contract
