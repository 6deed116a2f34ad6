#include "compiler/checks/atomic_operations.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/atomic_functions.h"

namespace fencepost::compiler {
namespace {

using Rmw = llvm::AtomicRMWInst;

constexpr auto kOrdering = llvm::AtomicOrdering::SequentiallyConsistent;

/// Bytes of a number whose type is mangled so.
std::uint64_t bytes_of(char type) {
  if (llvm::StringRef("ijf").contains(type)) return 4;
  return llvm::StringRef("lmxyd").contains(type) ? 8 : 0;
}

bool is_signed(char type) { return llvm::StringRef("ilx").contains(type); }
bool is_floating(char type) { return type == 'f' || type == 'd'; }

bool is_written_here(const AtomicFunction& function) {
  if (is_floating(function.type)) return function.operation == "Add" || function.operation == "Exch";
  return bytes_of(function.type) != 0;
}

Rmw::BinOp operation_of(const AtomicFunction& function) {
  const char type = function.type;
  return llvm::StringSwitch<Rmw::BinOp>(function.operation)
      .Case("Add", is_floating(type) ? Rmw::FAdd : Rmw::Add)
      .Case("Sub", Rmw::Sub)
      .Case("Exch", Rmw::Xchg)
      .Case("Min", is_signed(type) ? Rmw::Min : Rmw::UMin)
      .Case("Max", is_signed(type) ? Rmw::Max : Rmw::UMax)
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

std::uint64_t atomic_bytes(const llvm::CallInst& call) {
  return bytes_of(atomic_function(call.getCalledFunction()->getName())->type);
}

llvm::Value* write_atomic(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
  const AtomicFunction function = *atomic_function(call.getCalledFunction()->getName());
  llvm::Value* const address = call.getArgOperand(0);
  const llvm::Align align(atomic_bytes(call));
  if (function.operation == "CAS") {
    llvm::Value* const both =
        builder.CreateAtomicCmpXchg(address, call.getArgOperand(1), call.getArgOperand(2), align, kOrdering, kOrdering);
    return builder.CreateExtractValue(both, 0);
  }
  return builder.CreateAtomicRMW(operation_of(function), address, call.getArgOperand(1), align, kOrdering);
}

llvm::Value* write_atomic_alone(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
  const AtomicFunction function = *atomic_function(call.getCalledFunction()->getName());
  llvm::Value* const address = call.getArgOperand(0);
  const llvm::Align align(atomic_bytes(call));
  // Monotonic: the optimiser makes one of no two, and takes none out of a loop.
  llvm::LoadInst* const found = builder.CreateAlignedLoad(call.getType(), address, align);
  found->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::Value* left = nullptr;
  if (function.operation == "CAS") {
    left = builder.CreateSelect(builder.CreateICmpEQ(found, call.getArgOperand(1)), call.getArgOperand(2), found);
  } else {
    left = llvm::buildAtomicRMWValue(operation_of(function), builder, found, call.getArgOperand(1));
  }
  builder.CreateAlignedStore(left, address, align)->setAtomic(llvm::AtomicOrdering::Monotonic);
  return found;
}

}  // namespace fencepost::compiler
