// Kernels' second code, for blocks that are not checked.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <utility>
#include <vector>

#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/check_writer.h"
#include "compiler/checks/checks.h"
#include "compiler/checks/detector_state.h"
#include "compiler/checks/known_arrays.h"
#include "compiler/passes/function_optimiser.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

class BoundsChecks : CheckWriter {
 public:
  BoundsChecks(llvm::Module& module, const KnownArrays& arrays)
      : CheckWriter(module, /*counts=*/false), arrays_(arrays) {}

  /// The callback is called only if the access may be to bytes that nobody owns, or to no device memory at all.
  void guard(llvm::CallInst& call, std::uint64_t bytes) {
    llvm::BasicBlock* const before = call.getParent();
    all_else_ = llvm::SplitBlock(before, &call);
    after_ = llvm::SplitBlock(all_else_, call.getNextNode());
    before->getTerminator()->eraseFromParent();
    start(*before, call);
    // One that its type promises to be aligned, and is not, is not found here.
    const llvm::StringRef name = call.getCalledFunction()->getName();
    require_owned(call, bytes, !name.contains("unaligned") && !name.contains("range"), after_);
    builder_.CreateBr(after_);
    call.addFnAttr(llvm::Attribute::Cold);
  }

  /// Likewise of an atomic function, which is called in these cases only.
  void guard_atomic(llvm::CallInst& call) {
    begin(call);
    require_no_turn(call, nullptr);
    require_owned(call, atomic_bytes(call), /*aligned=*/false, count_);
    builder_.CreateBr(count_);
    end(call);
  }

 private:
  /// Goes to `owned` at once where the access lies in the array that it should.
  void require_owned(const llvm::CallInst& call, std::uint64_t bytes, bool aligned, llvm::BasicBlock* owned) {
    if (llvm::Value* const is_inside = arrays_.contains(builder_, call, bytes)) {
      llvm::BasicBlock* const otherwise = new_block();
      builder_.CreateCondBr(is_inside, owned, otherwise, common_);
      builder_.SetInsertPoint(otherwise);
    }
    const bool shared = is_shared(address_);
    llvm::Value* const offset = builder_.CreateSub(builder_.CreatePtrToInt(address_, word_),
                                                   constant_field(shared ? kSharedBegin : kOwnedBegin));
    go_on_if(builder_.CreateICmpULT(offset, constant_field(shared ? kSharedBytes : kOwnedBytes)), all_else_);
    llvm::Value* const words = builder_.CreateIntToPtr(constant_field(shared ? kSharedCells : kOwnedWords), pointer_);
    go_on_if(is_owned(words, offset, shared), all_else_);
    if (bytes > 1U << kWordShift || !aligned) {
      go_on_if(is_owned(words, builder_.CreateAdd(offset, constant(bytes - 1)), shared), all_else_);
    }
  }

  llvm::Value* is_owned(llvm::Value* words, llvm::Value* offset, bool shared) {
    llvm::Value* const index = builder_.CreateLShr(offset, kWordShift);
    if (shared) {
      llvm::Value* const cell = builder_.CreateGEP(llvm::ArrayType::get(word_, 2), words, index);
      llvm::Value* const first = builder_.CreateAlignedLoad(word_, cell, llvm::Align(16));
      return builder_.CreateICmpNE(first, constant(kWatched));
    }
    llvm::Value* const owners = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), words, index), llvm::Align(1));
    return builder_.CreateICmpEQ(builder_.CreateAnd(owners, kAllOwned), builder_.getInt8(kAllOwned));
  }

  /// Part of the state that stays the same while blocks that are not checked run.
  llvm::Value* constant_field(unsigned offset) {
    llvm::LoadInst* const part = fixed(offset);
    part->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
    return part;
  }

  const KnownArrays& arrays_;
};

llvm::Function* clone(llvm::Function& function, const llvm::Twine& name) {
  llvm::ValueToValueMapTy values;
  llvm::Function* const copy = llvm::CloneFunction(&function, values);
  copy->setName(name);
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  copy->setComdat(nullptr);
  copy->addFnAttr(kUncheckedCode);
  return copy;
}

}  // namespace

std::vector<std::pair<llvm::Function*, llvm::CallInst*>> kernel_entries(llvm::Module& module) {
  std::vector<std::pair<llvm::Function*, llvm::CallInst*>> entries;
  for (llvm::Function& function : module) {
    llvm::CallInst* const call = function.hasFnAttribute(kKernelEntry) ? kernel_call(function) : nullptr;
    if (call != nullptr && !call->getCalledFunction()->isDeclaration()) entries.emplace_back(&function, call);
  }
  return entries;
}

std::vector<std::uint64_t> sizes_of_kernels(llvm::Module& module) {
  std::vector<std::uint64_t> sizes;
  for (const auto& [run, call] : kernel_entries(module))
    sizes.push_back(call->getCalledFunction()->getInstructionCount());
  return sizes;
}

std::size_t kernels_that_wait(llvm::Module& module) {
  const auto waits = [](const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && call->getCalledFunction() != nullptr &&
           call->getCalledFunction()->getName() == "__syncthreads";
  };
  const auto entries = kernel_entries(module);
  return static_cast<std::size_t>(llvm::count_if(entries, [&](const auto& entry) {
    return llvm::any_of(llvm::instructions(*entry.second->getCalledFunction()), waits);
  }));
}

void add_unchecked_kernels(llvm::Module& module) {
  const auto entries = kernel_entries(module);
  if (entries.empty()) return;
  auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
  for (const auto& [run, call] : entries) {
    llvm::Function& kernel = *call->getCalledFunction();
    llvm::Function* const code = clone(kernel, kernel.getName() + kUncheckedSuffix);
    llvm::Function* const entry = clone(*run, code->getName() + ".run");
    kernel_call(*entry)->setCalledFunction(code);
    check_passing_for_bounds(*code);
    for (const auto& [callback, bytes] : plain_checks(*code)) {
      // It changes nothing that the kernel sees.
      callback->setOnlyAccessesInaccessibleMemory();
      callback->addFnAttr(llvm::Attribute::NoMerge);
      callback->addFnAttr(llvm::Attribute::NoUnwind);
    }

    auto* const word = llvm::Type::getInt64Ty(module.getContext());
    auto* const threads_type = llvm::StructType::get(pointer, word, word, word, word, word, pointer, word);
    auto* const threads =
        new llvm::GlobalVariable(module, threads_type, true, llvm::GlobalValue::PrivateLinkage,
                                 llvm::ConstantAggregateZero::get(threads_type), code->getName() + kThreadsSuffix);
    module.getNamedGlobal((kernel.getName() + kUncheckedSuffix + ".code").str())
        ->setInitializer(llvm::ConstantStruct::getAnon({entry, threads}));
  }
}

void inline_bounds_checks(llvm::Module& module) {
  FunctionOptimiser optimiser;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kUncheckedCode)) continue;
    const std::vector<PlainCheck> accesses = plain_checks(function);
    const std::vector<llvm::CallInst*> atomics = atomic_calls(function);
    std::vector<llvm::CallInst*> all = atomics;
    for (const PlainCheck& access : accesses) all.push_back(access.call);
    const KnownArrays arrays(function, all);
    BoundsChecks checks(module, arrays);
    for (const auto& [callback, bytes] : accesses) checks.guard(*callback, bytes);
    for (llvm::CallInst* const call : atomics) checks.guard_atomic(*call);
    optimiser.run_checked(function);
  }
}

}  // namespace fencepost::compiler
