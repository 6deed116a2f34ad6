// asm statements with PTX become calls. See docs/inline-ptx.md.
#pragma once

#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_edits.h"
#include "cli/nvcc_rewrite.h"

namespace fencepost::cli {

/// Rewrites the asm statements of the user's device code; appends an error for each that cannot be.
void rewrite_inline_ptx(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, Edits& edits,
                        std::vector<RewriteError>& errors);

}  // namespace fencepost::cli
