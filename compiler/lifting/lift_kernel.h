// From a kernel's IR to a symbolic kernel.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::compiler {

/// Metadata of an access that the source says is volatile: all others are made so, that no pass may drop them.
inline constexpr llvm::StringLiteral kVolatile = "fencepost.volatile";

/// A function that a prepared kernel calls where a pointer that it calls is to no function of this file.
inline constexpr llvm::StringLiteral kCallsElsewhere = "fencepost.calls_elsewhere";

/// Makes a kernel's code fit to be read: its calls inlined, its variables values, its loops in normal form, a barrier
/// last in its block.
void prepare_for_lifting(llvm::Module& module);

/// Of one of the module's kernels, which was prepared. `argument_names`: of its IR's parameters; "" is none that a
/// launch can be given by itself.
SymbolicKernel lift_kernel(llvm::Function& kernel, const std::vector<std::string>& argument_names);

/// The call is one of the block's barrier.
bool is_block_barrier(const llvm::Instruction& instruction);

}  // namespace fencepost::compiler
