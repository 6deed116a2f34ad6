#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <set>

#include "compiler/frontend/translate.h"
#include "compiler/lifting/lift_kernel.h"
#include "compiler/lifting/lifting.h"
#include "compiler/passes/metadata.h"

namespace fencepost::compiler {
namespace {

struct ToldParameters {
  std::vector<std::string> names;
  std::vector<std::uint32_t> value_bits;
};

/// A kernel's parameters in the IR, as !fencepost.kernels tells them (kernels.h): a struct is several.
ToldParameters told_parameters(const llvm::MDNode& kernel) {
  constexpr unsigned kPlace = 5, kValueBits = 6;
  ToldParameters told;
  for (unsigned i = 1; i < kernel.getNumOperands(); ++i) {
    const auto& parameter = *llvm::cast<llvm::MDNode>(kernel.getOperand(i));
    const auto& place = *llvm::cast<llvm::MDNode>(parameter.getOperand(kPlace));
    const std::string name = llvm::cast<llvm::MDString>(parameter.getOperand(0))->getString().str();
    const llvm::StringRef kind = llvm::cast<llvm::MDString>(place.getOperand(0))->getString();
    if (kind == "ignored") continue;
    const unsigned parts = kind == "direct" ? (place.getNumOperands() - 1) / 2 : 1;
    for (unsigned part = 0; part < parts; ++part) {
      told.names.push_back(part == 0 ? name : name + ", part " + std::to_string(part + 1));
      told.value_bits.push_back(static_cast<std::uint32_t>(number(parameter, kValueBits)));
    }
  }
  return told;
}

/// Of a block of the kernel; 0: nothing is said.
std::uint64_t launch_bound(const llvm::Module& module, const llvm::Function& kernel) {
  const llvm::NamedMDNode* const list = module.getNamedMetadata("fencepost.launch_bounds");
  for (unsigned i = 0; list != nullptr && i < list->getNumOperands(); ++i) {
    const auto* const of = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(list->getOperand(i)->getOperand(0).get());
    if (of != nullptr && of->getValue() == &kernel) return number(*list->getOperand(i), 1);
  }
  return 0;
}

}  // namespace

bool lift_source(const Translation& translation, std::vector<SymbolicKernel>& kernels) {
  Translation exact = translation;
  exact.signed_overflow = false;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = translate_device(exact, context);
  if (module == nullptr) return false;
  prepare_for_lifting(*module);
  const llvm::NamedMDNode* const told = module->getNamedMetadata("fencepost.kernels");
  if (told == nullptr) return true;
  std::set<const llvm::Function*> known;  // A prototype and the definition are of one.
  for (const llvm::MDNode* const kernel : told->operands()) {
    const auto* const value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(kernel->getOperand(0));
    auto* const function = value == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(value->getValue());
    if (function != nullptr && !function->isDeclaration() && known.insert(function).second) {
      const ToldParameters parameters = told_parameters(*kernel);
      SymbolicKernel lifted = lift_kernel(*function, parameters.names);
      const std::size_t told_of = std::min(lifted.parameters.size(), parameters.value_bits.size());
      for (std::size_t i = 0; i < told_of; ++i) lifted.parameters[i].value_bits = parameters.value_bits[i];
      if (const std::uint64_t most = launch_bound(*module, *function); most != 0 && most < lifted.most_threads) {
        lifted.most_threads = most;
      }
      kernels.push_back(std::move(lifted));
    }
  }
  return true;
}

}  // namespace fencepost::compiler
