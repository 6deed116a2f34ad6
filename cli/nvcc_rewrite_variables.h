// What the runtime has to know of the program's __constant__ and __device__ variables.
#pragma once

#include "cli/nvcc_brackets.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// __constant__ vanishes. Behind each definition of such a variable at namespace scope comes a definition that tells
/// the runtime its address, and behind the last token one that tells the names that __device__ and __constant__
/// declarations mention.
void rewrite_variables(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
