// Asks Z3 whether something can be.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cli/symbolic/arithmetic.h"

namespace fencepost::cli::symbolic {

struct Answer {
  enum Kind : std::uint8_t { kNever, kPossible, kUndecided };
  Kind kind = kUndecided;
  std::map<std::string, std::int64_t> values;  ///< Of variables, if it is possible; small ones if there are any.
};

struct Limits {
  unsigned milliseconds = 2000;  ///< Of each of Z3's checks, in the steps that it makes in that time or so.
  unsigned most_cases = 1500;    ///< Of values of powers of two.
  /// Steps that are left to all questions together, which take theirs from it; null: any number.
  std::uint64_t* steps_left = nullptr;

  /// Nothing is left: what is asked is undecided, and need not be written down.
  [[nodiscard]] bool is_over() const { return steps_left != nullptr && *steps_left == 0; }
};

/// What a budget of so many seconds is in such steps, more or less.
std::uint64_t steps_in(double seconds);

/// Whether `goal` is possible with the facts of `arithmetic`. `small`: conditions under which a model is preferred, the
/// smallest first; empty: no model is wanted.
Answer ask(Arithmetic& arithmetic, const z3::expr& goal, const std::vector<z3::expr>& small, const Limits& limits);

}  // namespace fencepost::cli::symbolic
