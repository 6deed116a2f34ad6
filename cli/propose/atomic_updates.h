// The updates of a source line that an atomic operation could make: `x += v`, `x++`, `x = max(x, v)`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::cli {

/// `length` bytes at `column` (from 1) of the line can be replaced by `text`.
struct AtomicUpdate {
  std::uint32_t column = 0, length = 0;
  std::string updated = {};    ///< What is updated: "hist[bin]".
  std::string text = {};       ///< "atomicAdd(&hist[bin], 1)".
  std::string condition = {};  ///< Of C++, on types: where it does not hold the text would compute something else.
};

/// Statements `x += v;` (and -=, |=, &=, ^=), `x = x + v;` (and -, |, &, ^, also `x = v + x;`), `x = max(x, v);` (and
/// min), `x++;` `++x;` (and --), and `x++` within an expression; in the order of their columns. Where two operations
/// may do (`x -= v` of integers and of floating-point numbers) the update is listed with each. Not in the head of a
/// `for`. What spans several lines is not found.
std::vector<AtomicUpdate> atomic_updates(const std::string& line);

}  // namespace fencepost::cli
