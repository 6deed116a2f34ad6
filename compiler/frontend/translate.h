// From CUDA C++ to LLVM IR, one side of a source at a time, by clang's front end.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

/// Unoptimised IR of both sides.
struct Sides {
  std::unique_ptr<llvm::Module> host, device;  ///< Both are null when there were errors.
};

/// Diagnostics go to stderr, each once. `done` is called behind each time that a side was parsed; the host's may be
/// parsed twice.
Sides translate_sides(const Translation& translation, llvm::LLVMContext& context,
                      const std::function<void(Side)>& done);

/// Of the device's side, or null when there were errors, which go to stderr; warnings do not.
std::unique_ptr<llvm::Module> translate_device(const Translation& translation, llvm::LLVMContext& context);

}  // namespace fencepost::compiler
