#include "compiler/source/brackets.h"

namespace fencepost::compiler {
namespace {

// The single character of a punctuation token, or 0.
char bracket(const TokenStream& tokens, std::size_t i) {
  const std::string_view spelling = tokens.spelling(i);
  return spelling.size() == 1 && tokens[i].kind == TokenKind::kPunctuation ? spelling[0] : '\0';
}
bool is_opener(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_closer(char c) { return c == ')' || c == ']' || c == '}'; }

}  // namespace

std::size_t matching_close(const TokenStream& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const char c = bracket(tokens, i);
    if (is_opener(c)) ++depth;
    if (is_closer(c) && --depth == 0) return i;
  }
  return kNoToken;
}

std::size_t matching_open(const TokenStream& tokens, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const char c = bracket(tokens, i);
    if (is_closer(c)) ++depth;
    if (is_opener(c) && --depth == 0) return i;
  }
  return kNoToken;
}

}  // namespace fencepost::compiler
