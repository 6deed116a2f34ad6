#include "cli/nvcc_rewrite_calls.h"

#include <algorithm>
#include <array>
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

/// A call is a statement, of which nothing takes the value: it stands directly in the brackets `in`.
bool is_statement(const TokenStream& tokens, std::size_t first, std::size_t last, std::size_t in) {
  if (!tokens.is(in, "{") || !tokens.is(last + 1, ";") || !starts_statement(tokens, first)) return false;
  const bool is_value = tokens.is(last + 2, "}") && tokens.is(last + 3, ")");
  return !is_value;
}

/// Success is the answer that something is done.
constexpr std::array<std::string_view, 6> kQuestions = {"cudaStreamQuery", "cudaEventQuery", "cudaEventElapsedTime",
                                                        "cuStreamQuery",   "cuEventQuery",   "cuEventElapsedTime"};

/// The `static_cast` of `static_cast<void>(` that ends before token i; kNoToken if something else does.
std::size_t static_cast_before(const TokenStream& tokens, std::size_t i) {
  const bool is_cast = i > 5 && tokens.is(i - 1, "(") && tokens.is(i - 2, ">") && tokens.is(i - 3, "void") &&
                       tokens.is(i - 4, "<") && tokens.is(i - 5, "static_cast");
  return is_cast ? i - 5 : kNoToken;
}

}  // namespace

void rewrite_dropped_answers(const TokenStream& tokens, Edits& edits) {
  std::vector<std::size_t> open;  // Brackets around token i.
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "(" || word == "[" || word == "{") open.push_back(i);
    if (!open.empty() && (word == ")" || word == "]" || word == "}")) open.pop_back();
    if (!word.starts_with("cu") || std::ranges::find(kQuestions, word) == kQuestions.end()) continue;
    std::size_t last = tokens.is(i + 1, "(") ? matching_close(tokens, i + 1) : kNoToken;
    if (last == kNoToken || tokens.in_system_header(i) || open.empty()) continue;
    std::size_t first = tokens.is(i - 1, "::") ? i - 1 : i;
    std::size_t in = open.back();
    if (const std::size_t cast = static_cast_before(tokens, first);
        cast != kNoToken && tokens.is(last + 1, ")") && open.size() > 1) {
      in = open[open.size() - 2];
      first = cast;
      ++last;
    } else if (first > 3 && tokens.is(first - 1, ")") && tokens.is(first - 2, "void") && tokens.is(first - 3, "(")) {
      first -= 3;
    }
    if (is_statement(tokens, first, last, in)) {
      edits.insert(tokens.begin_offset(first), "::fencepost_rt::DroppedAnswer{}, " + tokens.resume(first));
    }
  }
}

void rewrite_discarding_calls(const TokenStream& tokens, Edits& edits) {
  const std::set<std::string_view> functions = api_functions(tokens);
  if (functions.empty()) return;
  std::vector<std::size_t> open;  // Brackets around token i.
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == "(" || word == "[" || word == "{") open.push_back(i);
    if (!open.empty() && (word == ")" || word == "]" || word == "}")) open.pop_back();
    if (!word.starts_with(kPrefix) || !tokens.is(i + 1, "(") || open.empty()) continue;
    if (tokens.in_system_header(i) || !functions.contains(word)) continue;
    const std::size_t first = tokens.is(i - 1, "::") ? i - 1 : i;
    const std::size_t close = matching_close(tokens, i + 1);
    if (close == kNoToken || !is_statement(tokens, first, close, open.back())) continue;
    edits.insert(tokens.begin_offset(first), "::fencepost_rt::Discarded{}, " + tokens.resume(first));
  }
}

}  // namespace fencepost::cli
