// Makes kernels tell the integers and pointers in scope where an annotation can stand (--record-locals).
#pragma once

#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

/// In the user's kernels and device functions inserts calls of <fencepost/scope.h>: at a kernel's entry (its
/// parameters, and its template's values), in front of each `__syncthreads();` that stands in braces, and at each
/// evaluation of the condition of a `for` or `while` around one, with the parameters and the locals declared until
/// there in the blocks around it. Declarations are recognised by their tokens; what is no integer and no pointer passes
/// itself over.
void rewrite_scopes(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, Edits& edits);

}  // namespace fencepost::cli
