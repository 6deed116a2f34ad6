#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "compiler/frontend/translate.h"
#include "compiler/lifting/lift_kernel.h"
#include "compiler/lifting/lifting.h"

namespace fencepost::compiler {
namespace {

/// Names of a kernel's parameters in the IR, as !fencepost.kernels tells them (kernels.h): a struct is several.
std::vector<std::string> argument_names(const llvm::MDNode& kernel) {
  std::vector<std::string> names;
  for (unsigned i = 1; i < kernel.getNumOperands(); ++i) {
    const auto* const parameter = llvm::dyn_cast<llvm::MDNode>(kernel.getOperand(i));
    if (parameter == nullptr || parameter->getNumOperands() == 0) continue;
    const auto* const name = llvm::dyn_cast<llvm::MDString>(parameter->getOperand(0));
    const auto* const place = llvm::dyn_cast<llvm::MDNode>(parameter->getOperand(parameter->getNumOperands() - 1));
    const std::string text = name == nullptr ? "" : name->getString().str();
    if (place == nullptr || place->getNumOperands() == 0) continue;
    const auto* const kind = llvm::dyn_cast<llvm::MDString>(place->getOperand(0));
    if (kind != nullptr && kind->getString() == "ignored") continue;
    const unsigned parts = kind != nullptr && kind->getString() == "direct" ? (place->getNumOperands() - 1) / 2 : 1;
    for (unsigned part = 0; part < parts; ++part) {
      names.push_back(part == 0 ? text : text + ", part " + std::to_string(part + 1));
    }
  }
  return names;
}

}  // namespace

bool lift_source(const Translation& translation, std::vector<SymbolicKernel>& kernels) {
  Translation exact = translation;
  exact.signed_overflow = false;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = translate(exact, Side::kDevice, context);
  if (module == nullptr) return false;
  prepare_for_lifting(*module);
  const llvm::NamedMDNode* const told = module->getNamedMetadata("fencepost.kernels");
  if (told == nullptr) return true;
  for (const llvm::MDNode* const kernel : told->operands()) {
    const auto* const value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(kernel->getOperand(0));
    auto* const function = value == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(value->getValue());
    if (function != nullptr && !function->isDeclaration()) {
      kernels.push_back(lift_kernel(*function, argument_names(*kernel)));
    }
  }
  return true;
}

}  // namespace fencepost::compiler
