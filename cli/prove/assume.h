// `--assume 'n > 0 && blockDim.x % 32 == 0'`: what the user knows of the arguments and launches.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/prove/contents.h"
#include "cli/symbolic/kernel_facts.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct Assumption {
  int condition = -1;     ///< A value that was added to the kernel.
  FixedDimensions fixed;  ///< `blockDim.x == 16`: kBlockDim or kGridDim.
  std::vector<AssumedContents> contents;
  std::set<int> powers_of_two;  ///< Values that are said to be: `(n & (n - 1)) == 0`, `is_power_of_two(n)`.
};

/// Reads conditions, as `distinct(order)` and `exclusive_sum(positions, flags)`, or of C's operators over the kernel's
/// parameters, blockDim, gridDim and numbers. It is computed in integers of 64 bits; unsigned parameters are as their
/// values. Throws std::runtime_error that says what is wrong.
Assumption read_assumption(compiler::SymbolicKernel& kernel, const std::string& text);

}  // namespace fencepost::cli::symbolic
