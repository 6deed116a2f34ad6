// LLVM's pipelines for single functions.
#pragma once

#include "compiler/passes/analyses.h"

namespace fencepost::compiler {

/// Calls stay apart, and are calls, not jumps: what they tell the runtime is known by where they come from. Loops are
/// not unrolled: a barrier stays one. Thread safety: one user.
class FunctionOptimiser {
 public:
  FunctionOptimiser();
  /// LLVM's -O2; of very long functions run_checked().
  void run(llvm::Function& function);
  /// Its branches alone.
  void simplify(llvm::Function& function);
  /// For code between whose accesses checks stand: little can be moved, and there is much of it.
  void run_checked(llvm::Function& function);

 private:
  Analyses analyses_;
  llvm::FunctionPassManager passes_, checked_;
};

}  // namespace fencepost::compiler
