#include "compiler/checks/check_writer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/checks/atomic_operations.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {

CheckWriter::CheckWriter(llvm::Module& module, bool counts)
    : module_(module),
      pointer_(llvm::PointerType::get(module.getContext(), 0)),
      word_(llvm::Type::getInt64Ty(module.getContext())),
      common_(llvm::MDBuilder(module.getContext()).createLikelyBranchWeights()),
      builder_(module.getContext()),
      counts_(counts) {}

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
  if (counts_) {
    llvm::Value* const counter = counter_ != nullptr ? counter_ : field(inlined_checks::kAccesses);
    llvm::Value* const so_far = builder_.CreateAlignedLoad(word_, counter, llvm::Align(8));
    builder_.CreateAlignedStore(builder_.CreateAdd(so_far, constant(1)), counter, llvm::Align(8));
  }
  if (performs_) perform(call);
  builder_.CreateBr(after_);

  call.addFnAttr(llvm::Attribute::NoMerge);
  call.addFnAttr(llvm::Attribute::NoUnwind);
  builder_.SetInsertPoint(all_else_);
  builder_.CreateBr(after_);
}

void CheckWriter::require_no_turn(llvm::CallInst& call, llvm::Value* place) {
  using namespace inlined_checks;  // NOLINT: see there
  if (place != nullptr) {
    const llvm::IRBuilder<>::InsertPointGuard here(builder_);
    builder_.SetInsertPoint(&call);
    builder_.CreateAlignedStore(place, part_of_current(kAtomicPlace), llvm::Align(8));
  }
  llvm::Type* const half = builder_.getInt32Ty();
  if (announces_orders(*call.getFunction())) {
    llvm::Value* const order =
        builder_.CreateAlignedLoad(builder_.getInt8Ty(), part_of_current(kOrder), llvm::Align(1));
    go_on_if(builder_.CreateIsNull(order), all_else_);
  }
  performs_ = true;
  if (call.hasFnAttr(kInPassing)) return;
  llvm::LoadInst* const turn = builder_.CreateAlignedLoad(pointer_, part_of_current(kTurn), llvm::Align(8));
  keep_fixed(*turn);
  turn_ = turn;
  const std::uint32_t weight = call.hasFnAttr(kUnusedResult) ? 1 : sim::kWeightOfLook;
  operations_ = builder_.CreateAdd(builder_.CreateAlignedLoad(half, turn_, llvm::Align(4)), builder_.getInt32(weight));
  llvm::Value* const length =
      builder_.CreateAlignedLoad(half, builder_.CreateConstInBoundsGEP1_64(half, turn_, 1), llvm::Align(4));
  go_on_if(builder_.CreateICmpULT(operations_, length), all_else_);
}

bool CheckWriter::announces_orders(const llvm::Function& function) {
  if (asked_ != &function) {
    asked_ = &function;
    announces_ = llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      return callee != nullptr && callee->getName() == "fencepost_atomic_order";
    });
  }
  return announces_;
}

void CheckWriter::perform(llvm::CallInst& call) {
  if (turn_ != nullptr) builder_.CreateAlignedStore(operations_, turn_, llvm::Align(4));
  llvm::Value* const found = is_shared(address_) ? write_atomic_alone(builder_, call) : perform_in_device_memory(call);
  if (!call.use_empty()) {
    llvm::PHINode* const result = llvm::PHINode::Create(call.getType(), 2, "", after_->begin());
    call.replaceAllUsesWith(result);
    result->addIncoming(found, builder_.GetInsertBlock());
    result->addIncoming(&call, all_else_);
  }
  turn_ = nullptr;
  performs_ = false;
}

llvm::Value* CheckWriter::perform_in_device_memory(const llvm::CallInst& call) {
  llvm::BasicBlock* const alone = new_block();
  llvm::BasicBlock* const among_others = new_block();
  llvm::BasicBlock* const performed = new_block();
  llvm::LoadInst* const is_alone =
      builder_.CreateAlignedLoad(builder_.getInt8Ty(), part_of_current(inlined_checks::kRunsAlone), llvm::Align(1));
  keep_fixed(*is_alone);
  builder_.CreateCondBr(builder_.CreateIsNotNull(is_alone), alone, among_others);
  builder_.SetInsertPoint(among_others);
  llvm::Value* const found = write_atomic(builder_, call);
  builder_.CreateBr(performed);
  builder_.SetInsertPoint(alone);
  llvm::Value* const found_alone = write_atomic_alone(builder_, call);
  builder_.CreateBr(performed);
  builder_.SetInsertPoint(performed);
  if (call.use_empty()) return found;
  llvm::PHINode* const either = builder_.CreatePHI(call.getType(), 2);
  either->addIncoming(found, among_others);
  either->addIncoming(found_alone, alone);
  return either;
}

llvm::Value* CheckWriter::part_of_current(unsigned offset) {
  llvm::Value* const current = builder_.CreateThreadLocalAddress(
      runtime_variable(module_, inlined_checks::kCurrent, inlined_checks::kCurrentBytes));
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), current, offset);
}

llvm::Value* CheckWriter::thread() {
  llvm::Value* const rank =
      builder_.CreateAlignedLoad(builder_.getInt32Ty(), part_of_current(inlined_checks::kThread), llvm::Align(4));
  return builder_.CreateZExt(rank, word_);
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

void CheckWriter::look_at_cells(llvm::Value* at, std::uint64_t count, llvm::Value* here) {
  words_.clear();
  for (std::uint64_t i = 0; i < count; ++i) {
    Word word{};
    word.cell = builder_.CreateConstInBoundsGEP1_64(word_, at, 2 * i);
    word.second_at = builder_.CreateConstInBoundsGEP1_64(word_, at, 2 * i + 1);
    word.first = builder_.CreateAlignedLoad(word_, word.cell, llvm::Align(16));
    word.differs = builder_.CreateXor(word.first, here);
    words_.push_back(word);
  }
}

llvm::Value* CheckWriter::all(const std::function<llvm::Value*(const Word&)>& condition) {
  llvm::Value* result = condition(words_[0]);
  for (std::size_t i = 1; i < words_.size(); ++i) result = builder_.CreateAnd(result, condition(words_[i]));
  return result;
}

void CheckWriter::load_seconds() {
  for (Word& word : words_) word.second = builder_.CreateAlignedLoad(word_, word.second_at, llvm::Align(8));
}

void CheckWriter::set(const Word& word, llvm::Value* first, llvm::Value* second) {
  builder_.CreateAlignedStore(first, word.cell, llvm::Align(16));
  builder_.CreateAlignedStore(second, word.second_at, llvm::Align(8));
}

llvm::Value* CheckWriter::differ_alike_in_thread() {
  return all([&](const Word& word) {
    if (&word != words_.data()) return builder_.CreateICmpEQ(word.first, words_[0].first);
    return builder_.CreateICmpULE(word.differs, constant(inlined_checks::kThreadMask));
  });
}

void CheckWriter::add_higher_thread(llvm::Value* thread) {
  using namespace inlined_checks;  // NOLINT: see there
  load_seconds();
  llvm::Value* const second = words_[0].second;
  if (words_.size() > 1) {
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpEQ(word.second, second); }), all_else_);
  }
  // Of several warps, and a third thread or a later one.
  count_if(builder_.CreateICmpULT(builder_.CreateXor(second, constant(kSeveralWarps)), thread));
  go_on_if(builder_.CreateICmpULT(second, thread), all_else_);
  llvm::Value* const with_thread = added(words_[0], thread);
  for (const Word& word : words_) builder_.CreateAlignedStore(with_thread, word.second_at, llvm::Align(8));
  builder_.CreateBr(count_);
}

llvm::Value* CheckWriter::added(const Word& word, llvm::Value* thread) {
  using namespace inlined_checks;  // NOLINT: see there
  llvm::Value* const low = builder_.CreateAnd(word.first, constant(kThreadMask));
  llvm::Value* const high = choose(builder_.CreateICmpEQ(word.second, low), thread, word.second);
  // From as many as a warp has lanes on the sum has this bit.
  llvm::Value* const apart =
      builder_.CreateAdd(builder_.CreateXor(thread, low), constant(kSeveralWarps - warp_size_of(module_)));
  return builder_.CreateOr(high, builder_.CreateAnd(apart, constant(kSeveralWarps)));
}

llvm::Value* CheckWriter::choose(llvm::Value* condition, llvm::Value* yes, llvm::Value* no) {
  llvm::Value* const chosen = builder_.CreateSelect(condition, yes, no);
  if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(chosen)) {
    select->setMetadata(llvm::LLVMContext::MD_unpredictable, llvm::MDNode::get(module_.getContext(), {}));
  }
  return chosen;
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
