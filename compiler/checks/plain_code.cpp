// Code that is not checked, or hardly: it is to be as fast as it can.
#include "compiler/checks/checks.h"
#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {

void optimise_plain_code(llvm::Module& module, bool all) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.hasFnAttribute(kUncheckedCode)) {
      optimiser.run_checked(function);  // Once more, and in full, when it is a loop over threads.
    } else if (all || !function.hasFnAttribute(kDeviceCode)) {
      optimiser.run(function);
    }
  }
}

}  // namespace fencepost::compiler
