// Names that CUDA once had.
#pragma once

#include <clang/Sema/Sema.h>

namespace fencepost::compiler {

/// Finds `texture` and `surface`, templates at global scope up to CUDA 11, in namespace fencepost_rt, but only where
/// nothing else has that name: programs may use it for something of their own.
void find_old_names(clang::Sema& sema);

}  // namespace fencepost::compiler
