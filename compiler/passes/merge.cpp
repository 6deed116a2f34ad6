#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// Names that both sides use stay apart.
void set_apart(llvm::Module& device, const llvm::Module& host) {
  for (llvm::GlobalValue& object : device.global_values()) {
    const llvm::GlobalValue* const other = host.getNamedValue(object.getName());
    if (object.isDeclaration() || other == nullptr) continue;
    // -rdc: a variable that the host only declares is the device's.
    if (other->isDeclaration() && llvm::isa<llvm::GlobalVariable>(object)) continue;
    object.setName(object.getName() + kDeviceSuffix);
  }
}

/// Of a device variable: clang leaves its value undefined, which that of a variable of the host's own never is (a
/// static variable of a function for both sides, or one that is __device__ under #ifdef __CUDA_ARCH__ only). What is
/// __managed__ is one variable with a value on both sides.
bool is_shadow(const llvm::GlobalVariable& variable) {
  if (variable.isDeclaration() || variable.getSection() == "fencepost_managed") return true;
  return llvm::isa<llvm::UndefValue>(variable.getInitializer());
}

/// The host has a shadow of each device variable, of the same name: it is the variable.
void join_variables(llvm::Module& module, const std::vector<std::string>& shadows) {
  for (const std::string& name : shadows) {
    llvm::GlobalVariable* const variable = module.getGlobalVariable((name + kDeviceSuffix).str(), true);
    llvm::GlobalVariable* const shadow = module.getGlobalVariable(name, true);
    if (variable == nullptr || shadow == nullptr) continue;
    shadow->replaceAllUsesWith(variable);
    shadow->eraseFromParent();
    variable->setName(name);
  }
}

/// A thread-local variable of the host's is initialised on first use: by the host's function, which device code's
/// wrapper of the variable (_ZTW, Itanium C++ ABI) does not know.
void initialise_thread_locals(llvm::Module& device, const llvm::Module& host) {
  const llvm::Function* const initialiser = host.getFunction("__tls_init");
  if (initialiser == nullptr || initialiser->isDeclaration()) return;
  for (llvm::Function& wrapper : device) {
    if (wrapper.isDeclaration() || !wrapper.getName().starts_with("_ZTW")) continue;
    const llvm::FunctionCallee call = device.getOrInsertFunction("__tls_init", initialiser->getFunctionType());
    llvm::CallInst::Create(call, "", wrapper.getEntryBlock().getFirstInsertionPt());
  }
}

/// Static functions and variables of the host's that device code uses, visible to it until they are internal again.
std::vector<llvm::GlobalValue*> lend(llvm::Module& host, const llvm::Module& device) {
  std::vector<llvm::GlobalValue*> lent;
  for (const llvm::GlobalValue& needed : device.global_values()) {
    llvm::GlobalValue* const own = needed.isDeclaration() ? host.getNamedValue(needed.getName()) : nullptr;
    if (own == nullptr || own->isDeclaration() || !own->hasInternalLinkage()) continue;
    own->setLinkage(llvm::GlobalValue::ExternalLinkage);
    lent.push_back(own);
  }
  return lent;
}

}  // namespace

void merge(llvm::Module& host, std::unique_ptr<llvm::Module> device) {
  device->setTargetTriple(host.getTargetTriple());
  device->setDataLayout(host.getDataLayout());
  std::vector<std::string> variables;
  for (const llvm::GlobalVariable& variable : device->globals()) {
    const llvm::StringRef name = variable.getName();
    const llvm::GlobalVariable* const other = host.getGlobalVariable(name, true);
    const bool has_shadow = other != nullptr && is_shadow(*other) && !name.starts_with("_ZT");
    if (has_shadow && !variable.isDeclaration()) variables.push_back(name.str());
  }
  initialise_thread_locals(*device, host);
  set_apart(*device, host);
  const std::vector<llvm::GlobalValue*> lent = lend(host, *device);
  if (llvm::Linker::linkModules(host, std::move(device))) llvm::report_fatal_error("host and device code do not merge");
  for (llvm::GlobalValue* const value : lent) value->setLinkage(llvm::GlobalValue::InternalLinkage);
  join_variables(host, variables);
  // clang's registration hands its "fat binary" to the runtime: the table.
  if (auto* const table = host.getGlobalVariable("fencepost.table")) {
    table->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (auto* const wrapper = host.getGlobalVariable("__cuda_fatbin_wrapper", true)) {
      auto* const value = llvm::cast<llvm::ConstantStruct>(wrapper->getInitializer());
      wrapper->setInitializer(llvm::ConstantStruct::get(
          value->getType(), {value->getOperand(0), value->getOperand(1), table, value->getOperand(3)}));
    }
  }
}

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
