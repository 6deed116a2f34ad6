// From the command line's inputs to its output.
#pragma once

#include "compiler/driver/options.h"

namespace fencepost::compiler {

/// Exit statuses of fencepost-nvcc.
inline constexpr int kExitUsage = 2;    ///< Mistake on the command line, missing file.
inline constexpr int kExitCompile = 3;  ///< Something does not compile or link.

/// Does what `options` ask for. Messages go to standard error. Returns the exit status: 0, one of the above, 128 + N
/// after signal N, and with -run the program's own.
int run_pipeline(const NvccOptions& options);

}  // namespace fencepost::compiler
