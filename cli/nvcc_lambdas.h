// Lambdas with an execution space, `[=] __device__ (int i) { … }`.
#pragma once

#include <optional>
#include <string_view>

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {

struct Lambda {
  bool device = false, host = false;
  std::size_t first = 0;                          ///< Its first annotation.
  std::size_t parameters_open = kNoToken;         ///< `(`; kNoToken if there is none.
  std::size_t open = kNoToken, close = kNoToken;  ///< Braces of its body.
};

bool is_annotation(std::string_view word);

/// The lambda whose first annotation is token `first`, if its body begins before token `end`. What stands in front is
/// not looked at.
std::optional<Lambda> read_lambda(const TokenStream& tokens, std::size_t first, std::size_t end);

/// Token `i` is the first annotation behind a lambda's `[…]`.
bool annotates_lambda(const TokenStream& tokens, std::size_t i);

}  // namespace fencepost::cli
