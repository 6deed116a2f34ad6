#include "cli/nvcc_lambdas.h"

#include <algorithm>

namespace fencepost::cli {

bool is_annotation(std::string_view word) { return word == "__device__" || word == "__host__"; }

std::optional<Lambda> read_lambda(const TokenStream& tokens, std::size_t first, std::size_t end) {
  Lambda lambda{.first = first};
  std::size_t i = first;
  for (; i < end && is_annotation(tokens.spelling(i)); ++i) {
    (tokens.is(i, "__device__") ? lambda.device : lambda.host) = true;
  }
  for (; i < end; ++i) {
    const std::string_view word = tokens.spelling(i);
    if (word == ";" || word == ")" || word == "}") return std::nullopt;
    if (word == "{") {
      lambda.open = i;
      lambda.close = matching_close(tokens, i);
      if (lambda.close == kNoToken) return std::nullopt;
      return lambda;
    }
    if (word == "(" && lambda.parameters_open == kNoToken) lambda.parameters_open = i;
    if (word == "(" || word == "[") i = std::min(matching_close(tokens, i), end);
  }
  return std::nullopt;
}

bool annotates_lambda(const TokenStream& tokens, std::size_t i) {
  if (i == 0 || !is_annotation(tokens.spelling(i))) return false;
  if (!tokens.is(i - 1, ">")) return tokens.is(i - 1, "]") && !tokens.is(i - 2, "]");  // [[attribute]]
  const std::size_t open = matching_angle_open(tokens, i - 1);
  return open != kNoToken && open > 0 && tokens.is(open - 1, "]");
}

}  // namespace fencepost::cli
