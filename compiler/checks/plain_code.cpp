// Code that is not checked, or hardly: it is to be as fast as it can.
#include "compiler/checks/checks.h"
#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {

void optimise_plain_code(llvm::Module& module, bool all) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const bool checked = function.hasFnAttribute(kDeviceCode) && !function.hasFnAttribute(kUncheckedCode);
    if (all || !checked) optimiser.run(function);
  }
}

}  // namespace fencepost::compiler
