#include "cli/nvcc_rewrite_calls.h"

#include <set>
#include <string_view>
#include <vector>

namespace fencepost::cli {
namespace {

constexpr std::string_view kPrefix = "cuda";

/// Names `cuda…` that system headers declare as functions returning cudaError_t.
std::set<std::string_view> api_functions(const TokenStream& tokens) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens.is(i, "cudaError_t") || !tokens.is(i + 2, "(") || !tokens.in_system_header(i)) continue;
    if (tokens.spelling(i + 1).starts_with(kPrefix)) names.insert(tokens.spelling(i + 1));
  }
  names.erase("cudaGetLastError");
  names.erase("cudaPeekAtLastError");
  return names;
}

/// `:` ends a label, and does not belong to `? :`.
bool ends_label(const TokenStream& tokens, std::size_t colon) {
  std::size_t first = colon;
  while (first > 0 && !tokens.is(first - 1, ";") && !tokens.is(first - 1, "{") && !tokens.is(first - 1, "}")) {
    --first;
    if (tokens.is(first, "?")) return false;
  }
  return tokens.is(first, "case") || tokens.is(first, "default") || (first + 1 == colon && tokens.is_identifier(first));
}

/// `)` ends what stands before the statement of an `if`, `for`, `while` or `switch`.
bool ends_condition(const TokenStream& tokens, std::size_t close) {
  std::size_t open = matching_open(tokens, close);
  if (open == kNoToken || open == 0) return false;
  if (tokens.is(open - 1, "constexpr")) --open;
  const std::string_view word = tokens.spelling(open - 1);
  return word == "if" || word == "for" || word == "while" || word == "switch";
}

bool starts_statement(const TokenStream& tokens, std::size_t i) {
  const std::string_view before = tokens.spelling(i - 1);
  if (before == ":") return ends_label(tokens, i - 1);
  if (before == ")") return ends_condition(tokens, i - 1);
  return before == ";" || before == "{" || before == "}" || before == "else" || before == "do";
}

}  // namespace

void rewrite_discarding_calls(const TokenStream& tokens, Edits& edits) {
  const std::set<std::string_view> functions = api_functions(tokens);
  if (functions.empty()) return;
  std::vector<std::size_t> open;  // Brackets around token i.
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "(" || word == "[" || word == "{") open.push_back(i);
    if (!open.empty() && (word == ")" || word == "]" || word == "}")) open.pop_back();
    if (!word.starts_with(kPrefix) || !tokens.is(i + 1, "(") || open.empty() || !tokens.is(open.back(), "{")) continue;
    if (tokens.in_system_header(i) || !functions.contains(word)) continue;
    const std::size_t first = tokens.is(i - 1, "::") ? i - 1 : i;
    const std::size_t close = matching_close(tokens, i + 1);
    if (close == kNoToken || !tokens.is(close + 1, ";") || !starts_statement(tokens, first)) continue;
    const bool is_value = tokens.is(close + 2, "}") && tokens.is(close + 3, ")");
    if (!is_value) edits.insert(tokens.begin_offset(first), "::fencepost_rt::Discarded{}, " + tokens.resume(first));
  }
}

}  // namespace fencepost::cli
