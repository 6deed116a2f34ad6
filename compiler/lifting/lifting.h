// From a source's device code to symbolic kernels.
#pragma once

#include <vector>

#include "compiler/frontend/translation.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::compiler {

/// Adds the source's kernels, in its order. False if it has errors; they were told.
bool lift_source(const Translation& translation, std::vector<SymbolicKernel>& kernels);

}  // namespace fencepost::compiler
