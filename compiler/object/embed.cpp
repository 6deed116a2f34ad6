#include "compiler/object/embed.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <stdexcept>

namespace fencepost::compiler {
namespace {

void refuse_managed(const llvm::Module& host) {
  for (const llvm::GlobalVariable& variable : host.globals()) {
    if (variable.getSection() != "fencepost_managed") continue;
    std::string place;
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> described;
    variable.getDebugInfo(described);
    if (!described.empty()) {
      const llvm::DIGlobalVariable& of_source = *described.front()->getVariable();
      place = of_source.getFilename().str() + ":" + std::to_string(of_source.getLine()) + ": ";
    }
    throw std::runtime_error(place + "error: the __managed__ variable '" + variable.getName().str() +
                             "' in code for a shared library is not supported by Fencepost: allocate it with "
                             "cudaMallocManaged");
  }
}

/// As -fPIC has it: other images may define what others see, and are not in reach.
void make_position_independent(llvm::Module& host) {
  llvm::SmallVector<llvm::Module::ModuleFlagEntry> flags;
  host.getModuleFlagsMetadata(flags);
  if (llvm::NamedMDNode* const all = host.getModuleFlagsMetadata()) host.eraseNamedMetadata(all);
  for (const llvm::Module::ModuleFlagEntry& flag : flags) {
    if (flag.Key->getString() != "PIE Level") host.addModuleFlag(flag.Behavior, flag.Key->getString(), flag.Val);
  }
  for (llvm::GlobalValue& value : host.global_values()) {
    if (!value.hasLocalLinkage() && value.hasDefaultVisibility()) value.setDSOLocal(false);
  }
}

void rename_call(llvm::Module& host, llvm::StringRef from, llvm::StringRef to) {
  llvm::Function* const function = host.getFunction(from);
  if (function == nullptr) return;
  function->replaceAllUsesWith(host.getOrInsertFunction(to, function->getFunctionType()).getCallee());
  function->eraseFromParent();
}

}  // namespace

void embed_code_object(llvm::Module& host, const std::string& code_object) {
  refuse_managed(host);
  make_position_independent(host);
  llvm::GlobalVariable* const wrapper = host.getGlobalVariable("__cuda_fatbin_wrapper", true);
  if (wrapper == nullptr) return;  // It has no kernels, no variables.
  llvm::Constant* const bytes = llvm::ConstantDataArray::getString(host.getContext(), code_object, /*AddNull=*/false);
  auto* const code = new llvm::GlobalVariable(host, bytes->getType(), true, llvm::GlobalValue::InternalLinkage, bytes,
                                              "fencepost.code");
  code->setAlignment(llvm::Align(16));
  auto* const value = llvm::cast<llvm::ConstantStruct>(wrapper->getInitializer());
  wrapper->setInitializer(llvm::ConstantStruct::get(
      value->getType(), {value->getOperand(0), value->getOperand(1), code, value->getOperand(3)}));
  rename_call(host, "__cudaRegisterFatBinary", "fencepost_register_code");
  rename_call(host, "__cudaUnregisterFatBinary", "fencepost_unregister_code");
}

}  // namespace fencepost::compiler
