#include "cli/nvcc_statements.h"

#include <algorithm>
#include <string_view>

namespace fencepost::cli {
namespace {

class BodyWalk {
 public:
  BodyWalk(const TokenStream& tokens, std::size_t function, Statements& found)
      : tokens_(tokens), function_(function), found_(found) {}

  void run(std::size_t open, std::size_t close) {
    limit_ = close;
    block(open, close, kNoToken);
  }

 private:
  // Each of these takes the first token of something and returns the token after its last one.

  std::size_t block(std::size_t open, std::size_t close, std::size_t around) {
    for (std::size_t i = open + 1; i < close;) i = statement(i, around, true);
    found_.statements.push_back({close, close, function_, around, kNoToken, true, true});
    return close + 1;
  }

  std::size_t statement(std::size_t first, std::size_t around, bool in_block) {
    const std::size_t index = found_.statements.size();
    found_.statements.push_back({first, first, function_, around, kNoToken, in_block, false});
    const std::size_t next = std::clamp(inside(skip_attributes(first), index), first + 1, std::max(first + 1, limit_));
    found_.statements[index].last = next - 1;
    return next;
  }

  // `i` is the first token of statement `index` behind its attributes.
  std::size_t inside(std::size_t i, std::size_t index) {
    const std::string_view word = tokens_.spelling(i);
    const std::size_t around = found_.statements[index].around;
    if (word == "{") return block(i, close_of(i), around);
    if (word == "if") return if_statement(i, open_construct(i, index, false));
    if (word == "switch") return statement(behind_condition(i), open_construct(i, index, false), false);
    if (word == "for" || word == "while") return statement(behind_condition(i), open_construct(i, index, true), false);
    if (word == "do") {
      const std::size_t loop = open_construct(i, index, true);
      return simple(statement(i + 1, loop, false));  // while (condition);
    }
    if (word == "try") {
      std::size_t next = statement(i + 1, around, false);
      while (tokens_.is(next, "catch") && next < limit_) next = statement(behind_condition(next), around, false);
      return next;
    }
    if (word == "case" || word == "default") return labelled(i, index);
    if (tokens_.is_identifier(i) && tokens_.is(i + 1, ":")) return labelled(i, index);
    return simple(i);
  }

  std::size_t if_statement(std::size_t i, std::size_t branch) {
    std::size_t next = statement(behind_condition(i), branch, false);
    if (next < limit_ && tokens_.is(next, "else")) next = statement(next + 1, branch, false);
    return next;
  }

  std::size_t labelled(std::size_t i, std::size_t index) {
    const bool in_block = found_.statements[index].in_block;
    found_.statements[index].in_block = false;
    while (i < limit_ && !tokens_.is(i, ":")) ++i;
    if (i + 1 >= limit_) return limit_;  // a label before `}`
    return statement(i + 1, found_.statements[index].around, in_block);
  }

  // To the `;` that ends a declaration, an expression or a jump.
  std::size_t simple(std::size_t i) {
    for (; i < limit_ && !tokens_.is(i, ";"); ++i) {
      const std::string_view word = tokens_.spelling(i);
      if (word == "(" || word == "[" || word == "{") i = close_of(i);
      if (word == "}") return i;
    }
    return i + 1;
  }

  std::size_t skip_attributes(std::size_t i) {
    while (tokens_.is(i, "[") && tokens_.is(i + 1, "[")) i = close_of(i) + 1;
    return i;
  }

  // From `if constexpr (…)`, `for (…)`, `catch (…)` to the token after the parenthesis.
  std::size_t behind_condition(std::size_t i) {
    while (i < limit_ && !tokens_.is(i, "(") && !tokens_.is(i, "{")) ++i;
    return tokens_.is(i, "(") ? close_of(i) + 1 : i;  // if consteval {
  }

  std::size_t close_of(std::size_t open) { return std::min(matching_close(tokens_, open), limit_); }

  std::size_t open_construct(std::size_t keyword, std::size_t index, bool loop) {
    found_.constructs.push_back({loop, keyword, found_.statements[index].around});
    return found_.statements[index].opens = found_.constructs.size() - 1;
  }

  const TokenStream& tokens_;
  std::size_t function_;
  Statements& found_;
  std::size_t limit_ = 0;  // `}` of the body
};

}  // namespace

Statements find_statements(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions) {
  Statements found;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const FunctionDeclaration& function = functions[f];
    if (function.body_open == kNoToken || function.body_close == kNoToken) continue;
    BodyWalk(tokens, f, found).run(function.body_open, function.body_close);
  }
  return found;
}

}  // namespace fencepost::cli
