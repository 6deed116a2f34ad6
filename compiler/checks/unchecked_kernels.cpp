// Kernels' second code, for blocks that are not checked.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <utility>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

class BoundsChecks {
 public:
  explicit BoundsChecks(llvm::Module& module)
      : module_(module),
        pointer_(llvm::PointerType::get(module.getContext(), 0)),
        word_(llvm::Type::getInt64Ty(module.getContext())),
        common_(llvm::MDBuilder(module.getContext()).createLikelyBranchWeights()),
        builder_(module.getContext()) {}

  /// The callback is called only if the access may be to bytes that nobody owns, or to no device memory at all.
  void guard(llvm::CallInst& call, std::uint64_t bytes) {
    llvm::BasicBlock* const before = call.getParent();
    llvm::BasicBlock* const tells = llvm::SplitBlock(before, &call);
    after_ = llvm::SplitBlock(tells, call.getNextNode());
    tells_ = tells;
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::Value* const address = call.getArgOperand(0);
    state_ = builder_.CreateThreadLocalAddress(variable_of_thread(module_, kState));
    const bool shared = is_shared(address);
    // One that its type promises to be aligned, and is not, is not found here.
    const llvm::StringRef name = call.getCalledFunction()->getName();
    const bool aligned = !name.contains("unaligned") && !name.contains("range");
    llvm::Value* const offset = builder_.CreateSub(builder_.CreatePtrToInt(address, word_),
                                                   constant_field(shared ? kSharedBegin : kOwnedBegin));
    go_on_if(builder_.CreateICmpULT(offset, constant_field(shared ? kSharedBytes : kOwnedBytes)));
    llvm::Value* const words = builder_.CreateIntToPtr(constant_field(shared ? kSharedCells : kOwnedWords), pointer_);
    go_on_if(is_owned(words, offset, shared));
    if (bytes > 1U << kWordShift || !aligned) {
      go_on_if(is_owned(words, builder_.CreateAdd(offset, llvm::ConstantInt::get(word_, bytes - 1)), shared));
    }
    builder_.CreateBr(after_);
    // It changes nothing that the kernel sees.
    call.setOnlyAccessesInaccessibleMemory();
    call.addFnAttr(llvm::Attribute::NoMerge);
    call.addFnAttr(llvm::Attribute::Cold);
  }

 private:
  llvm::Value* is_owned(llvm::Value* words, llvm::Value* offset, bool shared) {
    llvm::Value* const index = builder_.CreateLShr(offset, kWordShift);
    if (shared) {
      llvm::Value* const cell = builder_.CreateGEP(llvm::ArrayType::get(word_, 2), words, index);
      llvm::Value* const first = builder_.CreateAlignedLoad(word_, cell, llvm::Align(16));
      return builder_.CreateICmpNE(first, llvm::ConstantInt::get(word_, kWatched));
    }
    llvm::Value* const owners = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), words, index), llvm::Align(1));
    return builder_.CreateICmpEQ(builder_.CreateAnd(owners, kAllOwned), builder_.getInt8(kAllOwned));
  }

  /// Part of the state that stays the same while blocks that are not checked run.
  llvm::Value* constant_field(unsigned offset) {
    llvm::LoadInst* const load = builder_.CreateAlignedLoad(
        word_, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), state_, offset), llvm::Align(8));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
    return load;
  }

  void go_on_if(llvm::Value* condition) {
    llvm::BasicBlock* const next = llvm::BasicBlock::Create(module_.getContext(), "", after_->getParent(), tells_);
    builder_.CreateCondBr(condition, next, tells_, common_);
    builder_.SetInsertPoint(next);
  }

  llvm::Module& module_;
  llvm::PointerType* pointer_;
  llvm::IntegerType* word_;
  llvm::MDNode* common_;
  llvm::IRBuilder<> builder_;
  // Of the check that is being written:
  llvm::Value* state_ = nullptr;
  llvm::BasicBlock* tells_ = nullptr;
  llvm::BasicBlock* after_ = nullptr;
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

void add_unchecked_kernels(llvm::Module& module) {
  std::vector<std::pair<llvm::Function*, llvm::CallInst*>> entries;
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kKernelEntry)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr || call->getCalledFunction()->isIntrinsic()) continue;
      if (!call->getCalledFunction()->isDeclaration()) entries.emplace_back(&function, call);
      break;
    }
  }
  if (entries.empty()) return;
  BoundsChecks checks(module);
  auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
  for (const auto& [run, call] : entries) {
    llvm::Function& kernel = *call->getCalledFunction();
    llvm::Function* const code = clone(kernel, kernel.getName() + kUncheckedSuffix);
    llvm::Function* const entry = clone(*run, code->getName() + ".run");
    for (llvm::Instruction& instruction : llvm::instructions(*entry)) {
      auto* const same = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (same != nullptr && same->getCalledFunction() == &kernel) same->setCalledFunction(code);
    }
    for (const auto& [callback, bytes] : plain_checks(*code)) checks.guard(*callback, bytes);

    auto* const frame_type = llvm::StructType::get(pointer, llvm::Type::getInt64Ty(module.getContext()),
                                                   llvm::Type::getInt64Ty(module.getContext()));
    auto* const frame =
        new llvm::GlobalVariable(module, frame_type, true, llvm::GlobalValue::PrivateLinkage,
                                 llvm::ConstantAggregateZero::get(frame_type), code->getName() + kFrameSuffix);
    module.getNamedGlobal((kernel.getName() + kUncheckedSuffix + ".code").str())
        ->setInitializer(llvm::ConstantStruct::getAnon({entry, frame}));
  }
}

}  // namespace fencepost::compiler
