// Which of the host's accesses concern nobody, as code.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace fencepost::compiler {

/// `i1`: no byte of [low, high), both `i64`, is of device memory, or may be of what streams still use.
llvm::Value* is_of_nobody(llvm::IRBuilder<>& builder, llvm::Value* low, llvm::Value* high);

}  // namespace fencepost::compiler
