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

/// In the user's files `cudaStreamQuery(s);`, `(void)cudaStreamQuery(s);` and `static_cast<void>(cudaStreamQuery(s));`
/// get `::fencepost_rt::DroppedAnswer{}, ` before them: the host does not learn whether the stream is done. Likewise
/// the other functions that say so by their result. Left alone: as above.
void rewrite_dropped_answers(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
