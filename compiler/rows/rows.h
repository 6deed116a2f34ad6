// Accesses of consecutive threads to places one step apart: told at once, and what becomes of loops that need no checks
// then. Between what `name_places` and `inline_checks` do (compiler/checks/checks.h).
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace fencepost::compiler {

/// In a loop over threads, accesses to places that are one step apart from thread to thread are told before it or
/// behind it, all at once; in code that is not checked, asked of for their bounds. After `split_kernels`
/// (compiler/threads/split_kernels.h), when kernels are loops. Of code that was compiled without any checks
/// (`checked`: not so) loops that do nothing but compute and access memory are parted in the same way, and say before
/// each part which threads run (inlined_checks::kRow), not for each.
void tell_rows(llvm::Module& module, bool checked);

/// Marks the loop that `back_edge` ends.
void mark_plain_loop(llvm::Instruction& back_edge);

/// Loops of threads or the host that have been left without checks (kPlainLoop) are optimised as loops without any:
/// conditions that all turns have alike are decided before them, short inner loops unrolled, threads put side by side
/// in vectors where that gives the same results. Behind `inline_checks`, if there are any. `machine`: that code is made
/// for.
void optimise_plain_loops(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace fencepost::compiler
