// Lines of what optimisers moved out of loops, and of the loops over threads themselves.
#pragma once

#include <llvm/IR/Module.h>

namespace fencepost::compiler {

/// An instruction that has lost its line, or never had one, gets that of what comes next, so that a signal which meets
/// it there does not tell the line of the function's name. Last.
void mend_lost_lines(llvm::Module& module);

}  // namespace fencepost::compiler
