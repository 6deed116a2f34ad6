// What Fencepost cannot run, found before the compiler stumbles over it.
#pragma once

#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_rewrite.h"

namespace fencepost::cli {

/// Appends an error for each kernel in clusters, each kernel template with several packs, and for each of `launches`
/// (tokens that open one) in device code.
void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors);

}  // namespace fencepost::cli
