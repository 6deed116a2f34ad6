#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr std::uint64_t kGapBytes = 128;

/// What the linker lays out behind its like, in the order of the module.
bool has_place(const llvm::GlobalVariable& variable) {
  return !variable.isDeclaration() && !variable.isConstant() && !variable.hasSection() &&
         !variable.hasAvailableExternallyLinkage() && !variable.hasCommonLinkage() &&
         !variable.getName().starts_with("llvm.") && variable.getInitializer()->isNullValue();
}

}  // namespace

void part_variables(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (has_place(variable)) variables.push_back(&variable);
  }
  auto* const bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), kGapBytes);
  std::vector<llvm::GlobalValue*> gaps;
  for (llvm::GlobalVariable* const variable : variables) {
    auto* const gap = new llvm::GlobalVariable(bytes, false, llvm::GlobalValue::PrivateLinkage,
                                               llvm::ConstantAggregateZero::get(bytes), "fencepost.gap",
                                               variable->getThreadLocalMode());
    module.insertGlobalVariable(std::next(variable->getIterator()), gap);
    gap->setComdat(variable->getComdat());
    gap->setAlignment(llvm::Align(1));
    gaps.push_back(gap);
  }
  llvm::appendToCompilerUsed(module, gaps);
}

}  // namespace fencepost::compiler
