#include "compiler/checks/check_writer.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {

CheckWriter::CheckWriter(llvm::Module& module)
    : module_(module),
      pointer_(llvm::PointerType::get(module.getContext(), 0)),
      word_(llvm::Type::getInt64Ty(module.getContext())),
      common_(llvm::MDBuilder(module.getContext()).createLikelyBranchWeights()),
      builder_(module.getContext()) {}

void CheckWriter::begin(llvm::CallInst& call) {
  llvm::BasicBlock* const before = call.getParent();
  after_ = llvm::SplitBlock(before, call.getNextNode());
  before->getTerminator()->eraseFromParent();
  all_else_ = llvm::BasicBlock::Create(module_.getContext(), "", before->getParent(), after_);
  count_ = llvm::BasicBlock::Create(module_.getContext(), "", before->getParent(), after_);
  start(*before, call);
  call.moveBefore(*all_else_, all_else_->end());
}

void CheckWriter::start(llvm::BasicBlock& before, llvm::CallInst& call) {
  address_ = call.getArgOperand(0);
  builder_.SetInsertPoint(&before);
  builder_.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::CallInst* const state =
      builder_.CreateThreadLocalAddress(runtime_variable(module_, inlined_checks::kState, inlined_checks::kStateBytes));
  state->addDereferenceableRetAttr(inlined_checks::kStateBytes);
  state_ = state;
}

void CheckWriter::end(llvm::CallInst& call) {
  builder_.SetInsertPoint(count_);
  llvm::Value* const counter = counter_ != nullptr ? counter_ : field(inlined_checks::kAccesses);
  llvm::Value* const so_far = builder_.CreateAlignedLoad(word_, counter, llvm::Align(8));
  builder_.CreateAlignedStore(builder_.CreateAdd(so_far, constant(1)), counter, llvm::Align(8));
  builder_.CreateBr(after_);

  call.addFnAttr(llvm::Attribute::NoMerge);
  call.addFnAttr(llvm::Attribute::NoUnwind);
  builder_.SetInsertPoint(all_else_);
  builder_.CreateBr(after_);
}

llvm::BasicBlock* CheckWriter::new_block() {
  return llvm::BasicBlock::Create(module_.getContext(), "", after_->getParent(), after_);
}

void CheckWriter::go_on_if(llvm::Value* condition, llvm::BasicBlock* otherwise) {
  llvm::BasicBlock* const next = new_block();
  builder_.CreateCondBr(condition, next, otherwise, otherwise == all_else_ ? common_ : nullptr);
  builder_.SetInsertPoint(next);
}

void CheckWriter::count_if(llvm::Value* condition) {
  llvm::BasicBlock* const next = new_block();
  builder_.CreateCondBr(condition, count_, next);
  builder_.SetInsertPoint(next);
}

void CheckWriter::add_higher_thread(llvm::Value* first, llvm::Value* second_at, llvm::Value* thread) {
  using namespace inlined_checks;  // NOLINT: see there
  llvm::Value* const second = builder_.CreateAlignedLoad(word_, second_at, llvm::Align(8));
  // Of several warps, and a third thread or a later one.
  count_if(builder_.CreateICmpULT(builder_.CreateXor(second, constant(kSeveralWarps)), thread));
  go_on_if(builder_.CreateICmpULT(second, thread), all_else_);
  llvm::Value* const low = builder_.CreateAnd(first, constant(kThreadMask));
  llvm::Value* const of_other_warp = builder_.CreateICmpUGE(builder_.CreateXor(thread, low), constant(kWarpLanes));
  llvm::Value* const high = builder_.CreateSelect(builder_.CreateICmpEQ(second, low), thread, second);
  llvm::Value* const added =
      builder_.CreateOr(high, builder_.CreateSelect(of_other_warp, constant(kSeveralWarps), constant(0)));
  builder_.CreateAlignedStore(added, second_at, llvm::Align(8));
  builder_.CreateBr(count_);
}

llvm::LoadInst* CheckWriter::fixed(unsigned offset) {
  llvm::LoadInst* const part = load(offset);
  keep_fixed(*part);
  return part;
}

void CheckWriter::keep_fixed(llvm::LoadInst& part) {
  const bool stays = part.getFunction()->hasFnAttribute(kFixedInLoop);
  part.setMetadata(stays ? llvm::LLVMContext::MD_invariant_load : part.getContext().getMDKindID(kFixed),
                   llvm::MDNode::get(module_.getContext(), {}));
}

llvm::Value* CheckWriter::known_of(llvm::Value& place) {
  llvm::LoadInst* const known = builder_.CreateAlignedLoad(word_, &place, llvm::Align(8));
  known->setAtomic(llvm::AtomicOrdering::Unordered);  // Another worker may be the first to be told.
  keep_fixed(*known);
  return known;
}

llvm::Value* CheckWriter::field(unsigned offset) {
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), state_, offset);
}

}  // namespace fencepost::compiler
