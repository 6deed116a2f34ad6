// Errors of clang's that are none here.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <vector>

#include "compiler/leniency/source_mends.h"

namespace fencepost::compiler {

/// Refusals that nvcc does not know, or that mean nothing where both sides run on one processor: `diagnostics` (numbers
/// of clang's) are dropped, with the notes that follow, as long as clang goes on as if nothing were wrong. Where it
/// leaves out the expression instead, the refusal stays an error. What `mends` can mend is told to it, and to nobody
/// else. Before the compiler's source is begun.
void be_lenient(clang::CompilerInstance& compiler, const std::vector<unsigned>& diagnostics, SourceMends& mends);

/// --expt-relaxed-constexpr
bool is_constexpr_relaxed(const clang::CompilerInstance& compiler);

}  // namespace fencepost::compiler
