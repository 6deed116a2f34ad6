// Texture and surface references: global names of CUDA up to release 11 that later programs may use for something else.
#pragma once

#include "cli/nvcc_edits.h"
#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

/// Before the first token of the user's own files: `using ::fencepost_rt::texture;` if these declare a variable as
/// `texture<…>` and no class of this name; likewise `surface`.
void rewrite_references(const TokenStream& tokens, Edits& edits);

}  // namespace fencepost::cli
