// `callee<<<grid, block, shared, stream>>>(arguments)` as an ordinary call.
#pragma once

#include <vector>

#include "cli/nvcc_brackets.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// Turns every launch into `(::fencepost_rt::configure(grid, block, shared, stream), callee(arguments))`. Returns the
/// tokens at which launches open (`<<<`). What only looks like a launch (`operator<<<T>`, an unfinished one) is left to
/// the compiler.
std::vector<std::size_t> rewrite_launches(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
