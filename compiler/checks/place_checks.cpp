// Checks of single accesses: which can be decided in the code, and when.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/checks.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

/// A kernel that has more checks than this is compiled with calls: it would take long, and be too long for its cache.
constexpr std::size_t kMostChecks = 200;   ///< Of global memory.
constexpr std::size_t kMostInlined = 500;  ///< Of shared memory, too: one is some 50 instructions.

bool is_range(const PlainCheck& check) { return check.call->getCalledFunction()->getName().contains("range"); }

/// Of parts of words, and of ranges, only what may be in rows has a place: that is not decided by itself.
bool may_have_place(const PlainCheck& check) {
  if (is_range(check)) return check.bytes % kWordBytes == 0;
  return !check.call->getCalledFunction()->getName().contains("unaligned");
}

llvm::GlobalVariable* new_place(llvm::Module& module) {
  auto* const type = llvm::Type::getInt64Ty(module.getContext());
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantInt::get(type, 0), "fencepost.place");
}

void name_place(const PlainCheck& check) {
  llvm::CallInst& call = *check.call;
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  llvm::GlobalVariable* const place = new_place(module);
  const bool writes = call.getCalledFunction()->getName().contains("write");
  const std::string name = (kPlaceChecks + (writes ? "write" : "read")).str();
  std::vector<llvm::Value*> arguments = {call.getArgOperand(0), place};
  std::vector<llvm::Type*> types(2, builder.getPtrTy());
  if (is_range(check)) {
    arguments.push_back(builder.getInt64(check.bytes));
    types.push_back(builder.getInt64Ty());
  }
  const llvm::FunctionCallee callback =
      module.getOrInsertFunction(name + (is_range(check) ? "_range" : std::to_string(check.bytes)),
                                 llvm::FunctionType::get(builder.getVoidTy(), types, false));
  llvm::CallInst* const told = builder.CreateCall(callback, arguments);
  told->addFnAttr(llvm::Attribute::NoMerge);
  told->addFnAttr(llvm::Attribute::NoUnwind);
  call.eraseFromParent();
}

/// What a loop over threads counts is kept in a register until the next thread begins, or it calls what may not come
/// back: each access would have to wait for the count of the one before.
void tell_count(llvm::Function& loop, llvm::AllocaInst& counter) {
  llvm::Module& module = *loop.getParent();
  std::vector<llvm::Instruction*> before;
  for (llvm::Instruction& instruction : llvm::instructions(loop)) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    const bool leaves = call != nullptr && !call->doesNotAccessMemory() && !llvm::isa<llvm::IntrinsicInst>(call);
    const bool begins = store != nullptr && store->isVolatile();
    if (leaves || begins || llvm::isa<llvm::ReturnInst>(instruction)) before.push_back(&instruction);
  }
  auto* const state = runtime_variable(module, inlined_checks::kState, inlined_checks::kStateBytes);
  for (llvm::Instruction* const instruction : before) {
    llvm::IRBuilder<> builder(instruction);
    llvm::Value* const total = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), builder.CreateThreadLocalAddress(state), inlined_checks::kAccesses);
    llvm::Value* const so_far = builder.CreateAlignedLoad(builder.getInt64Ty(), total, llvm::Align(8));
    llvm::Value* const counted = builder.CreateLoad(builder.getInt64Ty(), &counter);
    builder.CreateAlignedStore(builder.CreateAdd(so_far, counted), total, llvm::Align(8));
    builder.CreateStore(builder.getInt64(0), &counter);
  }
}

}  // namespace

void name_places(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kDeviceCode) || function.hasFnAttribute(kUncheckedCode)) {
      continue;
    }
    std::vector<PlainCheck> shared, global;
    for (const PlainCheck& check : plain_checks(function, kMostRangeBytes)) {
      if (may_have_place(check)) (is_shared(check.call->getArgOperand(0)) ? shared : global).push_back(check);
    }
    for (const PlainCheck& check : shared) name_place(check);
    const std::vector<llvm::CallInst*> atomic = atomic_calls(function);
    if (global.size() + atomic.size() > kMostChecks) continue;
    for (llvm::CallInst* const call : atomic) {
      auto* const place = llvm::ConstantAsMetadata::get(new_place(module));
      call->setMetadata(kPlaceOfAtomic, llvm::MDNode::get(module.getContext(), {place}));
    }
    for (const PlainCheck& check : global) name_place(check);
  }
}

void inline_checks(llvm::Module& module) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::vector<PlaceCheck> found = place_checks(function);
    std::erase_if(found, [](const PlaceCheck& check) { return check.bytes < kWordBytes || check.is_range; });
    if (found.empty() || found.size() > kMostInlined) continue;
    llvm::AllocaInst* counter = nullptr;
    const bool is_loop = function.hasFnAttribute(kThreadLoop);
    if (is_loop) {
      llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
      counter = builder.CreateAlloca(builder.getInt64Ty());
      builder.CreateStore(builder.getInt64(0), counter);
    }
    inline_shared_checks(module, found, counter);
    inline_global_checks(module, found, counter);
    if (!is_loop) continue;
    tell_count(function, *counter);
    optimiser.run_checked(function);
  }
}

}  // namespace fencepost::compiler
