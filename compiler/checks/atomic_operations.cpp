#include "compiler/checks/atomic_operations.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/passes/atomic_functions.h"

namespace fencepost::compiler {
namespace {

using Rmw = llvm::AtomicRMWInst;

constexpr auto kOrdering = llvm::AtomicOrdering::SequentiallyConsistent;

bool is_written_here(const AtomicFunction& function) {
  const bool number = function.type == 'i' || function.type == 'j';
  return number || (function.type == 'f' && (function.operation == "Add" || function.operation == "Exch"));
}

Rmw::BinOp operation_of(const AtomicFunction& function) {
  const bool is_signed = function.type == 'i';
  const bool is_float = function.type == 'f';
  return llvm::StringSwitch<Rmw::BinOp>(function.operation)
      .Case("Add", is_float ? Rmw::FAdd : Rmw::Add)
      .Case("Sub", Rmw::Sub)
      .Case("Exch", Rmw::Xchg)
      .Case("Min", is_signed ? Rmw::Min : Rmw::UMin)
      .Case("Max", is_signed ? Rmw::Max : Rmw::UMax)
      .Case("Inc", Rmw::UIncWrap)
      .Case("Dec", Rmw::UDecWrap)
      .Case("And", Rmw::And)
      .Case("Or", Rmw::Or)
      .Case("Xor", Rmw::Xor)
      .Default(Rmw::BAD_BINOP);
}

}  // namespace

std::vector<llvm::CallInst*> atomic_calls(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || !callee->isDeclaration()) continue;
    const auto known = atomic_function(callee->getName());
    if (known && !known->has_scope && is_written_here(*known)) calls.push_back(call);
  }
  return calls;
}

llvm::Value* write_atomic(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
  const AtomicFunction function = *atomic_function(call.getCalledFunction()->getName());
  llvm::Value* const address = call.getArgOperand(0);
  const llvm::Align align(kAtomicBytes);
  if (function.operation == "CAS") {
    llvm::Value* const both =
        builder.CreateAtomicCmpXchg(address, call.getArgOperand(1), call.getArgOperand(2), align, kOrdering, kOrdering);
    return builder.CreateExtractValue(both, 0);
  }
  return builder.CreateAtomicRMW(operation_of(function), address, call.getArgOperand(1), align, kOrdering);
}

}  // namespace fencepost::compiler
