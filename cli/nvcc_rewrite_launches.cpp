#include "cli/nvcc_rewrite_launches.h"

#include <algorithm>
#include <array>

namespace fencepost::cli {
namespace {

bool is_statement_word(std::string_view word) {
  static constexpr std::array<std::string_view, 17> kWords = {
      "return", "if", "while", "for",  "switch", "else",     "do",        "case",    "throw",
      "and",    "or", "not",   "goto", "sizeof", "co_yield", "co_return", "co_await"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Template arguments end at a `>` that what follows confirms; otherwise the `<` was less-than.
std::size_t template_arguments_close(const TokenStream& tokens, std::size_t open) {
  const std::size_t close = matching_angle_close(tokens, open, tokens.size());
  if (close == kNoToken) return kNoToken;
  static constexpr std::array<std::string_view, 6> kFollowers = {"(", "::", "{", ",", ")", "}"};
  const bool launch_close = tokens.is_launch_mark(close + 1, '>') && tokens.is(close + 4, "(");
  const bool follows = std::ranges::find(kFollowers, tokens.spelling(close + 1)) != kFollowers.end();
  return follows || launch_close ? close : kNoToken;
}

// The first `>` of the `>>>` that closes the launch configuration starting at token `begin`.
std::size_t configuration_end(const TokenStream& tokens, std::size_t begin) {
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == ";" || word == ")" || word == "]" || word == "}") return kNoToken;
    if (word == "(" || word == "[" || word == "{") {
      i = matching_close(tokens, i);
      if (i == kNoToken) return kNoToken;
    } else if (word == "<" && tokens.is_identifier(i - 1)) {
      const std::size_t close = template_arguments_close(tokens, i);
      if (close != kNoToken) i = close;
    } else if (tokens.is_launch_mark(i, '>') && tokens.is(i + 3, "(")) {
      return i;
    }
  }
  return kNoToken;
}

// Steps back over an identifier with optional template arguments that ends at token `last`; kNoToken if there is none.
std::size_t name_begin(const TokenStream& tokens, std::size_t last) {
  if (tokens.is(last, ">")) {
    last = matching_angle_open(tokens, last);
    if (last == kNoToken || last == 0) return kNoToken;
    --last;
  }
  return tokens.is_identifier(last) && !is_statement_word(tokens.spelling(last)) ? last : kNoToken;
}

// Steps back over `::` and the qualifiers before a name that begins at `first`.
std::size_t qualified_begin(const TokenStream& tokens, std::size_t first) {
  while (first > 0) {
    std::size_t before = first - 1;
    if (tokens.is(before, "template") && before > 0) --before;
    if (!tokens.is(before, "::")) return first;
    first = before;
    if (first == 0) return first;
    const std::size_t qualifier = name_begin(tokens, first - 1);
    if (qualifier == kNoToken) return first;
    first = qualifier;
  }
  return first;
}

// The first token of the postfix expression that ends at token `last`; kNoToken if none ends there.
std::size_t callee_begin(const TokenStream& tokens, std::size_t last) {
  std::size_t at = last;
  while (true) {
    std::size_t first = kNoToken;
    if (tokens.is(at, "]") || tokens.is(at, ")")) {
      first = matching_open(tokens, at);
      if (first == kNoToken) return kNoToken;
      const bool subscript = tokens.is(first, "[");
      // A call or subscript belongs to what stands before it; parentheses after anything else are the whole callee.
      if (first > 0 && (tokens.is(first - 1, "]") || (subscript && tokens.is(first - 1, ")")) ||
                        name_begin(tokens, first - 1) != kNoToken)) {
        at = first - 1;
        continue;
      }
      if (subscript) return kNoToken;
    } else {
      first = name_begin(tokens, at);
      if (first == kNoToken) return kNoToken;
      first = qualified_begin(tokens, first);
    }
    std::size_t before = first;
    if (before > 0 && tokens.is(before - 1, "template")) --before;
    if (before < 2 || !(tokens.is(before - 1, ".") || tokens.is(before - 1, "->"))) return first;
    at = before - 2;
  }
}

std::string slice(const TokenStream& tokens, std::size_t begin, std::size_t end) {
  return std::string(tokens.text().substr(begin, end - begin));
}

}  // namespace

std::vector<std::size_t> rewrite_launches(const TokenStream& tokens, Edits& edits) {
  std::vector<std::size_t> launches;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (!tokens.is_launch_mark(i, '<') || tokens.is(i - 1, "operator") || tokens.is_run(i, '<', 4)) continue;
    const std::size_t end = configuration_end(tokens, i + 3);
    const std::size_t callee = callee_begin(tokens, i - 1);
    if (end == kNoToken || callee == kNoToken) continue;
    const std::size_t close = matching_close(tokens, end + 3);
    if (close == kNoToken) continue;
    const std::size_t open_begin = tokens.begin_offset(i);
    const std::size_t open_end = tokens.begin_offset(end + 3);
    const std::string configuration = slice(tokens, tokens.begin_offset(i + 3), tokens.begin_offset(end));
    edits.insert(tokens.begin_offset(callee),
                 "(::fencepost_rt::configure(" + tokens.resume(i + 3) + configuration + "), " + tokens.resume(callee));
    edits.replace(open_begin, open_end - open_begin, tokens.resume(end + 3));
    edits.insert(tokens.end_offset(close), ")");
    launches.push_back(i);
  }
  return launches;
}

}  // namespace fencepost::cli
