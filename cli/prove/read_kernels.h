// The kernels of a source, as the compiler reads them off its IR.
#pragma once

#include <string>
#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli {

/// Returns 0, or the exit status of a compiler that failed, which has told why. Throws std::runtime_error if it could
/// not be run.
int read_kernels(const std::string& file, const std::vector<std::string>& compiler_arguments,
                 std::vector<compiler::SymbolicKernel>& kernels);

}  // namespace fencepost::cli
