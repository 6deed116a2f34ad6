// What threads keep while they wait at a barrier: as little as can be.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace fencepost::compiler {

/// What need not be kept, as it can be computed again of what is: launch arguments, threadIdx and its like, addresses
/// of `__shared__` variables, what is fixed of the detector's state (kFixed), and what a processor computes at once.
bool can_be_computed_again(llvm::Instruction& instruction);

/// Marks the values (kUniform) that are the same in all threads of a block, as long as these come to each barrier
/// together: none if some thread may come to a barrier where others do not, or in another order.
void mark_uniform_values(llvm::Function& body, const std::vector<llvm::CallInst*>& barriers);

}  // namespace fencepost::compiler
