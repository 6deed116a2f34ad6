// Offsets as numbers of several digits: of `x + 400 * (y + 400 * z)` two are equal only if x, y and z are.
#pragma once

#include "cli/symbolic/arithmetic.h"

namespace fencepost::cli::symbolic {

/// What follows of the parts of two offsets, sums of multiples, if `size_a` bytes at the one and `size_b` at the other
/// overlap; with both 0, if they are equal. It holds of all integers, and so is no assumption: where what is behind a
/// factor c differs by less than c, the multiples of c are equal. Z3 finds that of large factors too late.
z3::expr equal_digits(Arithmetic& arithmetic, const z3::expr& offset_a, Wide size_a, const z3::expr& offset_b,
                      Wide size_b);

}  // namespace fencepost::cli::symbolic
