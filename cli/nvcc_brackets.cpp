#include "cli/nvcc_brackets.h"

namespace fencepost::cli {
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

std::size_t matching_angle_close(const TokenStream& tokens, std::size_t open, std::size_t end) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < end && i < tokens.size(); ++i) {
    const char c = bracket(tokens, i);
    if (c == '<') ++depth;
    if (c == '>' && --depth == 0) return i;
    if (c == ';' || is_closer(c)) return kNoToken;
    if (is_opener(c)) {
      i = matching_close(tokens, i);
      if (i == kNoToken) return kNoToken;
    }
  }
  return kNoToken;
}

std::size_t matching_angle_open(const TokenStream& tokens, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const char c = bracket(tokens, i);
    if (c == '>') ++depth;
    if (c == '<' && --depth == 0) return i;
    if (c == ';' || is_opener(c)) return kNoToken;
    if (is_closer(c)) {
      i = matching_open(tokens, i);
      if (i == kNoToken) return kNoToken;
    }
  }
  return kNoToken;
}

}  // namespace fencepost::cli
