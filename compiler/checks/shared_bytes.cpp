// How much shared memory a kernel's variables take, as cudaFuncGetAttributes says it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

class SharedVariables {
 public:
  explicit SharedVariables(llvm::Module& module) : module_(module) {
    std::set<llvm::StringRef> kernels;
    for (const llvm::Function& function : module) {
      if (const llvm::StringRef kernel = kernel_of_entry(function); !kernel.empty()) kernels.insert(kernel);
    }
    for (const llvm::Function& function : module) {
      const bool is_entry = function.hasFnAttribute(kKernelEntry) || kernels.contains(function.getName());
      if (!is_entry && !function.isDeclaration() && function.hasAddressTaken()) {
        by_pointer_[function.getFunctionType()].push_back(&function);
      }
    }
  }

  /// In the order of the module, each from a multiple of its alignment on, as ptxas of CUDA 13.0 places them.
  std::uint64_t bytes_of(const llvm::Function& entry) {
    functions_.clear();
    variables_.clear();
    reach(entry);
    std::uint64_t end = 0;
    for (const llvm::GlobalVariable& variable : module_.globals()) {
      if (!variables_.contains(&variable)) continue;
      end = llvm::alignTo(end, alignment_of(variable));
      end += module_.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
    }
    return llvm::alignTo(end, llvm::Align(dynamic_alignment_of(module_)));
  }

 private:
  /// Arrays of 16 bytes and more have an alignment of 16 here, whatever they were declared with, if it was not more.
  [[nodiscard]] llvm::Align alignment_of(const llvm::GlobalVariable& variable) const {
    constexpr auto kOfArrays = llvm::Align::Constant<16>();
    const llvm::Align alignment = variable.getAlign().valueOrOne();
    if (alignment != kOfArrays || !variable.getValueType()->isArrayTy()) return alignment;
    return module_.getDataLayout().getABITypeAlign(variable.getValueType());
  }

  /// What a function's own instructions name.
  struct Names {
    std::set<const llvm::Function*> functions;
    std::set<const llvm::GlobalVariable*> variables;
  };

  void reach(const llvm::Function& function) {
    if (!functions_.insert(&function).second) return;
    const Names& names = names_of(function);
    variables_.insert(names.variables.begin(), names.variables.end());
    for (const llvm::Function* const callee : names.functions) reach(*callee);
  }

  /// Many kernels reach the same functions, whose instructions are looked at once.
  const Names& names_of(const llvm::Function& function) {
    const auto [at, is_new] = names_.try_emplace(&function);
    Names& names = at->second;
    if (!is_new) return names;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::Value* const operand : instruction.operand_values()) add(*operand, names);
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || !call->isIndirectCall()) continue;
      const std::vector<const llvm::Function*>& callees = by_pointer_[call->getFunctionType()];
      names.functions.insert(callees.begin(), callees.end());
    }
    return names;
  }

  static void add(const llvm::Value& operand, Names& names) {
    if (const auto* const function = llvm::dyn_cast<llvm::Function>(&operand)) {
      names.functions.insert(function);
    } else if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&operand)) {
      if (variable->hasAttribute(kSharedVariable)) names.variables.insert(variable);
    } else if (const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&operand)) {
      for (const llvm::Value* const part : expression->operand_values()) add(*part, names);
    }
  }

  llvm::Module& module_;
  std::map<const llvm::FunctionType*, std::vector<const llvm::Function*>> by_pointer_;  ///< Whose address is taken.
  std::map<const llvm::Function*, Names> names_;
  std::set<const llvm::Function*> functions_;  ///< That the kernel reaches, with their variables.
  std::set<const llvm::GlobalVariable*> variables_;
};

}  // namespace

void tell_shared_bytes(llvm::Module& module) {
  SharedVariables variables(module);
  for (const llvm::Function& function : module) {
    const llvm::StringRef kernel = kernel_of_entry(function);
    if (kernel.empty()) continue;
    llvm::GlobalVariable* const told = module.getGlobalVariable((kernel + kSharedBytesSuffix).str(), true);
    if (told == nullptr) continue;
    told->setInitializer(llvm::ConstantInt::get(told->getValueType(), variables.bytes_of(function)));
  }
}

}  // namespace fencepost::compiler
