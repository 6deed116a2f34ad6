// Makes kernels tell the integers and pointers in scope where an annotation can stand (--record-locals).
#pragma once

#include "compiler/source/edits.h"
#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

/// In the user's kernels and device functions inserts calls of <fencepost/scope.h>: at a kernel's entry (its
/// parameters, and its template's values), in front of each barrier of the block that stands in braces, and at each
/// evaluation of the condition of a `for` or `while` in which a barrier may be crossed, with the parameters and the
/// locals declared until there in the blocks around it. What is no integer and no pointer passes itself over.
void rewrite_scopes(const TokenStream& tokens, const compiler::SourceMap& map, Edits& edits);

}  // namespace fencepost::compiler
