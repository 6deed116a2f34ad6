// Kernels become loops over their block's threads.
#pragma once

#include <llvm/IR/Module.h>

namespace fencepost::compiler {

/// Each kernel whose code is known becomes `ptr k(ptr arguments, ptr loop)`, as KernelThreads::run (kernel_table.h):
/// a loop over threads of a block, or, if it waits at `__syncthreads()`, one for each barrier from which they go on.
/// What lives across a barrier lies in a frame of each thread; `@k.threads` tells its size. `k.run` makes way.
/// Functions that are not inlined wait on the stack. Last, when everything is inlined.
void split_kernels(llvm::Module& module);

/// LLVM's -O2 for what has become of kernels, where no checks are to come.
void optimise_thread_loops(llvm::Module& module);

}  // namespace fencepost::compiler
