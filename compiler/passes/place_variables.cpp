#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <vector>

#include "compiler/passes/address_space.h"
#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

constexpr std::uint64_t kGapBytes = 128;

constexpr llvm::StringLiteral kDynamicShared = "fencepost_dynamic_shared";

llvm::GlobalVariable* dynamic_shared(llvm::Module& module) {
  if (auto* const known = module.getGlobalVariable(kDynamicShared)) return known;
  auto* const bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0);
  return new llvm::GlobalVariable(module, bytes, false, llvm::GlobalValue::ExternalLinkage, nullptr, kDynamicShared,
                                  nullptr, llvm::GlobalValue::GeneralDynamicTLSModel);
}

llvm::GlobalVariable* replacement(llvm::Module& module, llvm::GlobalVariable& variable) {
  if (variable.isDeclaration()) {
    constexpr std::uint64_t kLeastAlignment = 16;  // As NVIDIA's compiler gives such arrays.
    module.setModuleFlag(llvm::Module::Max, kDynamicAlignmentFlag,
                         llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()),
                                                std::max({kLeastAlignment, variable.getAlign().valueOrOne().value(),
                                                          dynamic_alignment_of(module)})));
    module.appendModuleInlineAsm((".set \"" + kDynamicShared + "." + variable.getName() + "\", 0").str());
    return dynamic_shared(module);
  }
  auto* const placed =
      new llvm::GlobalVariable(module, variable.getValueType(), false, llvm::GlobalValue::InternalLinkage,
                               llvm::Constant::getNullValue(variable.getValueType()), variable.getName() + ".shared",
                               &variable, llvm::GlobalValue::GeneralDynamicTLSModel, kGeneric);
  placed->setAlignment(variable.getAlign());
  placed->setDSOLocal(true);
  placed->addAttribute(kSharedVariable);
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

/// Used by nothing but lists such as llvm.used.
bool only_in_lists(const llvm::User& user) {
  if (const auto* const list = llvm::dyn_cast<llvm::GlobalVariable>(&user)) return list->getName().starts_with("llvm.");
  return llvm::isa<llvm::Constant>(user) &&
         llvm::all_of(user.users(), [](const llvm::User* outer) { return only_in_lists(*outer); });
}

bool mentions(const llvm::Constant& value, llvm::SmallPtrSetImpl<const llvm::Constant*>& seen) {
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    return variable->getAddressSpace() == kShared;
  }
  if (llvm::isa<llvm::GlobalValue>(value) || !seen.insert(&value).second) return false;
  return llvm::any_of(value.operands(), [&](const llvm::Use& operand) {
    const auto* const part = llvm::dyn_cast<llvm::Constant>(operand.get());
    return part != nullptr && mentions(*part, seen);
  });
}

/// `int* both[2] = {s, t};` copies from a constant, which cannot hold what differs from OS thread to OS thread: each
/// function that uses such a constant makes its own.
void make_constants_of_addresses(llvm::Module& module) {
  for (llvm::GlobalVariable& constant : llvm::make_early_inc_range(module.globals())) {
    llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
    if (!constant.isConstant() || !constant.hasLocalLinkage() || !constant.hasInitializer()) continue;
    if (!mentions(*constant.getInitializer(), seen)) continue;
    constant.removeDeadConstantUsers();
    llvm::convertUsersOfConstantsToInstructions({&constant});
    llvm::DenseMap<llvm::Function*, llvm::AllocaInst*> copies;
    for (llvm::Use& use : llvm::make_early_inc_range(constant.uses())) {
      auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (user == nullptr) continue;
      llvm::AllocaInst*& copy = copies[user->getFunction()];
      if (copy == nullptr) {
        llvm::IRBuilder<> builder(&*user->getFunction()->getEntryBlock().getFirstInsertionPt());
        copy = builder.CreateAlloca(constant.getValueType());
        copy->setAlignment(std::max(copy->getAlign(), constant.getAlign().valueOrOne()));
        builder.CreateAlignedStore(constant.getInitializer(), copy, copy->getAlign());
      }
      use.set(copy);
    }
    if (constant.use_empty()) constant.eraseFromParent();
  }
}

/// What the linker lays out behind its like, in the order of the module.
bool has_place(const llvm::GlobalVariable& variable) {
  return !variable.isDeclaration() && !variable.isConstant() && !variable.hasSection() &&
         !variable.hasAvailableExternallyLinkage() && !variable.hasCommonLinkage() &&
         !variable.getName().starts_with("llvm.") && variable.getInitializer()->isNullValue();
}

}  // namespace

void place_variables(llvm::Module& module) {
  make_constants_of_addresses(module);
  // Clang keeps what is `__device__ __shared__`. Such lists must name variables alone.
  llvm::removeFromUsedLists(module, [](const llvm::Constant* kept) {
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(kept->stripPointerCasts());
    return variable != nullptr && variable->getAddressSpace() == kShared;
  });
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == kShared) variables.push_back(&variable);
  }
  for (llvm::GlobalVariable* const variable : variables) {
    replace(*variable, *replacement(module, *variable));
    variable->removeDeadConstantUsers();
    for (const llvm::User* user : variable->users()) {
      if (!only_in_lists(*user)) llvm::report_fatal_error("a __shared__ variable's address is in a constant");
    }
    if (!variable->use_empty()) variable->replaceAllUsesWith(llvm::PoisonValue::get(variable->getType()));
    variable->eraseFromParent();
  }
}

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
  llvm::appendToUsed(module, gaps);  // By --gc-sections, too.
}

}  // namespace fencepost::compiler
