#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Metadata.h>

#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/source_file.h"

namespace fencepost::compiler {
namespace {

/// The names of kernels that the host's constructor registers.
std::vector<std::string> registered_names(const llvm::Module& host) {
  std::vector<std::string> names;
  const llvm::Function* const registration = host.getFunction("__cudaRegisterFunction");
  if (registration == nullptr) return names;
  for (const llvm::User* user : registration->users()) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
    llvm::StringRef name;
    if (call != nullptr && llvm::getConstantStringInfo(call->getArgOperand(3), name)) names.push_back(name.str());
  }
  return names;
}

/// The two sides of a kernel: `!fencepost.stubs` of the host, `!fencepost.kernels` of the device.
bool have_same_parameters(const llvm::MDNode& stub, const llvm::MDNode& kernel) {
  if (stub.getNumOperands() != kernel.getNumOperands()) return false;
  for (unsigned i = 1; i < stub.getNumOperands(); ++i) {
    if (number(stub, i) != number(*llvm::cast<llvm::MDNode>(kernel.getOperand(i)), 1)) return false;
  }
  return true;
}

bool parameters_agree(const llvm::Module& host, const llvm::Module& device) {
  const llvm::NamedMDNode* const stubs = host.getNamedMetadata("fencepost.stubs");
  const llvm::NamedMDNode* const kernels = device.getNamedMetadata("fencepost.kernels");
  if (stubs == nullptr || kernels == nullptr) return true;
  std::map<llvm::StringRef, const llvm::MDNode*> by_name;
  for (const llvm::MDNode* stub : stubs->operands()) {
    by_name[llvm::cast<llvm::MDString>(stub->getOperand(0))->getString()] = stub;
  }
  for (const llvm::MDNode* node : kernels->operands()) {
    const auto* const kernel =
        llvm::cast<llvm::Function>(llvm::cast<llvm::ValueAsMetadata>(node->getOperand(0).get())->getValue());
    const auto stub = by_name.find(kernel->getName());
    if (stub == by_name.end() || have_same_parameters(*stub->second, *node)) continue;
    if (const llvm::DISubprogram* const place = kernel->getSubprogram()) {
      std::cerr << source_file(*place) + ":" + std::to_string(place->getLine()) + ": ";
    }
    std::cerr << "error: the parameters of this kernel depend on __CUDA_ARCH__, which CUDA forbids: the host passes "
                 "those that it sees\n";
    return false;
  }
  return true;
}

}  // namespace

bool add_missing_kernels(const llvm::Module& host, llvm::Module& device) {
  if (!parameters_agree(host, device)) return false;
  llvm::LLVMContext& context = device.getContext();
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  for (const std::string& name : registered_names(host)) {
    if (device.getNamedValue(name) != nullptr) continue;
    llvm::Function* const kernel = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, device);
    kernel->addFnAttr("frame-pointer", "all");
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
    builder.CreateCall(device.getOrInsertFunction("fencepost_lacks_device_code", type));
    builder.CreateRetVoid();
    device.getOrInsertNamedMetadata("fencepost.kernels")
        ->addOperand(llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(kernel)}));
  }
  return true;
}

}  // namespace fencepost::compiler
