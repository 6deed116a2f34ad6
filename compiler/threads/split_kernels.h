// Kernels become loops over their block's threads.
#pragma once

#include <llvm/IR/Module.h>

#include <cstddef>

namespace fencepost::compiler {

/// The most instructions that threads may come to from all barriers of a kernel together, those of several counted for
/// each, if each is to have a loop of its own: loops whose accesses are rows are short. The second: where code is to be
/// made quickly.
inline constexpr std::size_t kMostInLoops = 4000, kMostInQuickLoops = 700;

/// Each kernel whose code is known becomes `ptr k(ptr arguments, ptr loop)`, as KernelThreads::run (kernel_table.h):
/// a loop over threads of a block, or, if it waits at `__syncthreads()`, one for each barrier from which they go on,
/// unless these are longer than `most_in_loops`.
/// What lives across a barrier lies in a frame of each thread; `@k.threads` tells its size. `k.run` makes way.
/// Functions that are not inlined wait on the stack. Last, when everything is inlined.
void split_kernels(llvm::Module& module, std::size_t most_in_loops = kMostInLoops);

/// LLVM's -O2 for what has become of kernels, where no checks are to come.
void optimise_thread_loops(llvm::Module& module);

}  // namespace fencepost::compiler
