// What a kernel's source says of its accesses, as clauses to be tried first.
#pragma once

#include <vector>

#include "cli/solve/solve.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::infer {

/// Of each access of the kernels its index, on the conditions that hold where it is, in the variables that a table has:
/// an expression that a variable of the source equals in all rows is that variable. What depends on more (a loop's
/// counter that is not in scope, memory) is left out. The kernels must outlive the result.
HintsFor symbolic_hints(const std::vector<compiler::SymbolicKernel>& kernels);

}  // namespace fencepost::cli::infer
