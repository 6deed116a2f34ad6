// Calls of the CUDA runtime API whose result the program drops.
#pragma once

#include "cli/nvcc_brackets.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// In the user's files the statement `cudaFree(p);` becomes `::fencepost_rt::Discarded{}, cudaFree(p);` (a comma
/// operator of ours tells of an error) for every function that a system header declares with a cudaError_t result,
/// but those that ask for the last error. Left alone: results that are used or cast to void, the last statement of a
/// statement expression, the clauses of a `for`.
void rewrite_discarding_calls(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
