// Sizes and numbers as arithmetic of other arguments: `n * 2`, `(n + block - 1) / block`.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// What is wrong with the words of the user, and what to do: one line.
struct ArgumentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a name, `n`, `grid.x` or `len(a)`, stands for; throws ArgumentError if it is none.
using Lookup = std::function<std::int64_t(const std::string& name)>;

/// Whole numbers with + - * / % << >>, parentheses, `min(a, b)` and `max(a, b)`; division drops the rest, as in C++.
/// Throws ArgumentError, which begins with `what`, if `text` is none, or a result is beyond 64 bits.
std::int64_t evaluate(std::string_view text, const std::string& what, const Lookup& lookup);

/// Sizes divided by commas, `64, n / 2`; also `16x16`.
std::vector<std::string> divided_sizes(const std::string& text);

}  // namespace fencepost::cli
