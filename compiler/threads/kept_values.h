// What threads keep while they wait at a barrier: as little as can be.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace fencepost::compiler {

/// Launch arguments, blockIdx and its like, addresses of `__shared__` variables and what is fixed of the detector's
/// state are read again in each block that needs them, instead of being kept.
void read_again(llvm::Function& body);

/// Marks the values (kUniform) that are the same in all threads of a block, as long as these come to each barrier
/// together: none if some thread may come to a barrier where others do not, or in another order.
void mark_uniform_values(llvm::Function& body, const std::vector<llvm::CallInst*>& barriers);

}  // namespace fencepost::compiler
