// Debug information of local variables: without -G most are in no place, yet it takes a quarter of the compile time.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

void drop_variables(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) instruction.dropDbgRecords();
  llvm::DISubprogram* const told = function.getSubprogram();
  if (told != nullptr && told->isDistinct()) {
    told->replaceRetainedNodes(llvm::MDTuple::get(function.getContext(), {}));
  }
}

}  // namespace

void drop_host_variables(llvm::Module& host) {
  for (llvm::Function& function : host) {
    if (!function.hasFnAttribute(kDeviceCode)) drop_variables(function);
  }
}

void drop_device_variables(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kDeviceCode) || function.hasFnAttribute(kKernelEntry)) drop_variables(function);
  }
}

}  // namespace fencepost::compiler
