// Code that is not checked, or hardly: it is to be as fast as it can.
#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/check_writer.h"
#include "compiler/checks/checks.h"
#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

class AtomicWriter : CheckWriter {
 public:
  explicit AtomicWriter(llvm::Module& module) : CheckWriter(module, /*counts=*/false) {}

  void write(llvm::CallInst& call) {
    begin(call);
    require_no_turn(call, nullptr);
    builder_.CreateBr(count_);
    end(call);
  }
};

}  // namespace

void optimise_plain_code(llvm::Module& module, bool all) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.hasFnAttribute(kUncheckedCode)) {
      optimiser.run_checked(function);  // Once more, and in full, when it is a loop over threads.
    } else if (all || !function.hasFnAttribute(kDeviceCode)) {
      optimiser.run(function);
    }
  }
}

void write_atomics(llvm::Module& module) {
  AtomicWriter writer(module);
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kDeviceCode)) continue;
    for (llvm::CallInst* const call : atomic_calls(function)) writer.write(*call);
  }
}

}  // namespace fencepost::compiler
