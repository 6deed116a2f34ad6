#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// Kernels and variables are named by the host; all else is there for them.
bool is_named_by_host(const llvm::GlobalObject& object) {
  if (llvm::isa<llvm::GlobalVariable>(object))
    return !object.getName().starts_with("_ZT") && object.hasExternalLinkage();
  return false;
}

}  // namespace

void own_code(llvm::Module& module, bool relocatable) {
  llvm::SmallPtrSet<llvm::Value*, 16> kernels;
  if (const llvm::NamedMDNode* const list = module.getNamedMetadata("fencepost.kernels")) {
    for (const llvm::MDNode* node : list->operands()) {
      kernels.insert(llvm::cast<llvm::ValueAsMetadata>(node->getOperand(0).get())->getValue());
    }
  }
  // clang says so of all device code. A clause of a contract may throw, and other calls may be host functions.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr(kDeviceCode);
    if (!function.isIntrinsic()) function.removeFnAttr(llvm::Attribute::NoUnwind);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
        call->removeFnAttr(llvm::Attribute::NoUnwind);
    }
  }
  std::vector<llvm::GlobalValue*> used;
  for (llvm::GlobalObject& object : module.global_objects()) {
    if (object.getName().starts_with("llvm.")) continue;
    if (kernels.contains(&object)) {
      object.setComdat(nullptr);
      object.setLinkage(llvm::GlobalValue::InternalLinkage);
      used.push_back(&object);
    } else if (object.isDeclaration()) {
      const auto* const function = llvm::dyn_cast<llvm::Function>(&object);
      const bool of_device = function != nullptr
                                 ? function->hasFnAttribute("fencepost-device")
                                 : object.getName().starts_with("_ZT") && !object.getName().contains("__cxxabiv1");
      if (relocatable && of_device) object.setName(object.getName() + kDeviceSuffix);
    } else if (is_named_by_host(object)) {
      used.push_back(&object);
      if (!relocatable) object.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else if (!object.hasLocalLinkage()) {
      if (relocatable) {
        if (!object.isDiscardableIfUnused()) used.push_back(&object);
        if (auto* const group = object.getComdat()) {
          llvm::Comdat* const own = module.getOrInsertComdat((group->getName() + kDeviceSuffix).str());
          own->setSelectionKind(group->getSelectionKind());
          object.setComdat(own);
        }
        object.setName(object.getName() + kDeviceSuffix);
      } else {
        object.setComdat(nullptr);
        object.setLinkage(llvm::GlobalValue::InternalLinkage);
      }
    }
  }
  for (llvm::GlobalAlias& alias : module.aliases()) {
    if (alias.hasLocalLinkage()) continue;
    if (relocatable) {
      alias.setName(alias.getName() + kDeviceSuffix);
      if (!alias.isDiscardableIfUnused()) used.push_back(&alias);
    } else {
      alias.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  // Nothing calls kernels before their entries are made.
  auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
  std::vector<llvm::Constant*> pointers;
  for (llvm::GlobalValue* value : used) {
    if (value->getAddressSpace() == 0) pointers.push_back(value);
  }
  llvm::GlobalVariable* keep = nullptr;
  if (!pointers.empty()) {
    auto* const type = llvm::ArrayType::get(pointer, pointers.size());
    keep = new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::ExternalLinkage,
                                    llvm::ConstantArray::get(type, pointers), "fencepost.keep");
  }
  llvm::ModuleAnalysisManager analyses;
  llvm::PassBuilder().registerModuleAnalyses(analyses);
  llvm::GlobalDCEPass().run(module, analyses);
  if (keep != nullptr) keep->eraseFromParent();
}

}  // namespace fencepost::compiler
