#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/ReplaceConstant.h>

#include <vector>

#include "compiler/frontend/device_target.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr llvm::StringLiteral kDynamicShared = "fencepost_dynamic_shared";

llvm::GlobalVariable* dynamic_shared(llvm::Module& module) {
  if (auto* const known = module.getGlobalVariable(kDynamicShared)) return known;
  auto* const bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0);
  return new llvm::GlobalVariable(module, bytes, false, llvm::GlobalValue::ExternalLinkage, nullptr, kDynamicShared,
                                  nullptr, llvm::GlobalValue::GeneralDynamicTLSModel);
}

llvm::GlobalVariable* replacement(llvm::Module& module, llvm::GlobalVariable& variable) {
  if (variable.isDeclaration()) {
    module.appendModuleInlineAsm((".set \"" + kDynamicShared + "." + variable.getName() + "\", 0").str());
    return dynamic_shared(module);
  }
  auto* const placed =
      new llvm::GlobalVariable(module, variable.getValueType(), false, llvm::GlobalValue::InternalLinkage,
                               llvm::Constant::getNullValue(variable.getValueType()), variable.getName() + ".shared",
                               &variable, llvm::GlobalValue::GeneralDynamicTLSModel, kGeneric);
  placed->setAlignment(variable.getAlign());
  placed->setDSOLocal(true);
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
  variable.getDebugInfo(debug);
  for (auto* each : debug) placed->addDebugInfo(each);
  return placed;
}

void replace(llvm::GlobalVariable& variable, llvm::GlobalVariable& by) {
  variable.removeDeadConstantUsers();
  llvm::convertUsersOfConstantsToInstructions({&variable});
  const std::vector<llvm::User*> users(variable.user_begin(), variable.user_end());
  for (llvm::User* const user : users) {
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (instruction == nullptr) continue;
    if (instruction->getOpcode() != llvm::Instruction::AddrSpaceCast) {
      llvm::report_fatal_error("a variable's address is used in its own address space");
    }
    llvm::IRBuilder<> builder(instruction);
    instruction->replaceAllUsesWith(builder.CreateThreadLocalAddress(&by));
    instruction->eraseFromParent();
  }
}

}  // namespace

void place_variables(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == kShared) variables.push_back(&variable);
  }
  for (llvm::GlobalVariable* const variable : variables) {
    replace(*variable, *replacement(module, *variable));
    variable->removeDeadConstantUsers();
    // What is left are lists such as llvm.used.
    if (!variable->use_empty()) variable->replaceAllUsesWith(llvm::PoisonValue::get(variable->getType()));
    variable->eraseFromParent();
  }
}

}  // namespace fencepost::compiler
