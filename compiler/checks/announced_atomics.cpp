// Atomic operations that return what nobody wants, and those at which nobody waits: a kernel that only counts does not
// wait for anything (sim/engine/spin_watch.h).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/checks.h"
#include "compiler/passes/atomic_functions.h"
#include "compiler/passes/builtin_variables.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

template <class Function>
void for_calls(llvm::Module& module, Function function) {
  for (llvm::Function& of : module) {
    for (llvm::Instruction& instruction : llvm::instructions(of)) {
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) function(*call);
    }
  }
}

}  // namespace

void mark_unused_results(llvm::Module& module) {
  for_calls(module, [](llvm::CallInst& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || !call.use_empty()) return;
    const auto known = atomic_function(callee->getName());
    if (known && !known->has_scope) call.addFnAttr(llvm::Attribute::get(call.getContext(), kUnusedResult));
  });
}

void announce_atomics(llvm::Module& module) {
  for_calls(module, [&](llvm::CallInst& call) {
    const int bits =
        (call.hasFnAttr(kUnusedResult) ? sim::kResultUnused : 0) | (call.hasFnAttr(kInPassing) ? sim::kInPassing : 0);
    if (bits == 0) return;
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const current = builder.CreateThreadLocalAddress(
        runtime_variable(module, inlined_checks::kCurrent, inlined_checks::kCurrentBytes));
    llvm::Value* const order = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), current, inlined_checks::kOrder);
    llvm::Value* const announced = builder.CreateAlignedLoad(builder.getInt8Ty(), order, llvm::Align(1));
    builder.CreateAlignedStore(builder.CreateOr(announced, builder.getInt8(bits)), order, llvm::Align(1));
  });
}

}  // namespace fencepost::compiler
