#include "compiler/passes/passes.h"

namespace fencepost::compiler {

void redirect_calls(llvm::Module& module, const std::vector<std::pair<std::string, std::string>>& names) {
  for (const auto& [from, to] : names) {
    llvm::Function* const function = module.getFunction(from);
    if (function == nullptr || !function->isDeclaration()) continue;
    if (llvm::Function* const known = module.getFunction(to)) {
      function->replaceAllUsesWith(known);
      function->eraseFromParent();
    } else {
      function->setName(to);
    }
  }
}

}  // namespace fencepost::compiler
