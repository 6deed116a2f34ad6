// The kernels of a source as the compiler tells them to those who reason about them.
#pragma once

#include <string>
#include <vector>

#include "cli/base/child_process.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// Asks the compiler, whose messages go to `output`. Returns 0, or the exit status that follows. Throws
/// std::runtime_error if the compiler cannot be run or crashes.
int read_kernels(const std::string& file, const std::vector<std::string>& compiler_arguments, ChildOutput output,
                 std::vector<compiler::SymbolicKernel>& kernels);

}  // namespace fencepost::cli::symbolic
