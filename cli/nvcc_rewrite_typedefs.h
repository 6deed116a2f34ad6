// Member types that are named as the template they come from.
#pragma once

#include "cli/nvcc_edits.h"
#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// In CUB's headers, `typedef WarpScan<T, 32> WarpScan;` becomes `typedef cub::WarpScan<T, 32> WarpScan;`. In a class
/// the name would change its meaning (C++ standard, "Class scope"), which nvcc accepts and g++ does not.
void rewrite_typedefs(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
