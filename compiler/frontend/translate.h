// From CUDA C++ to LLVM IR: one side of a source at a time, by clang's front end.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// Unoptimised IR of one side, or null when there were errors; diagnostics go to stderr.
std::unique_ptr<llvm::Module> translate(const Translation& translation, Side side, llvm::LLVMContext& context);

}  // namespace fencepost::compiler
