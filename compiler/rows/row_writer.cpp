// Accesses of consecutive threads to places one step apart are told at once: before the loop over threads if they read,
// behind it if they write (sim/interface/inlined_checks.h). The loop is there twice: without these checks, and with
// all, for what the detector refuses. Where conditions part the threads, as `if (i < n)`, it runs part by part.
//
// What is affine in the thread is told by the code (thread_values.h); that nothing wraps around between the first
// thread and the last, by numbers, before the loop: a linear function that is in the range of its type at both ends,
// and in all corners if there is an inner loop, is so in between.
#include "compiler/rows/row_writer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "compiler/passes/passes.h"
#include "compiler/rows/row_parts.h"
#include "compiler/rows/row_splits.h"
#include "compiler/rows/rows.h"
#include "compiler/rows/thread_lines.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

/// Writes the loop twice.
class RowLoopWriter {
 public:
  RowLoopWriter(llvm::Function& function, const RowCode& code, const RowAccesses& accesses)
      : function_(function),
        module_(*function.getParent()),
        is_checked_(!function.hasFnAttribute(kUncheckedCode) && !accesses.is_bare),
        code_(code),
        accesses_(accesses),
        rows_(accesses.rows),
        carried_(accesses.carried),
        leaves_(accesses.leaves),
        builder_(function.getContext()),
        list_(function, accesses) {}

  void rewrite() {
    prepare();
    write_segment();
    write_slow_and_fast();
    write_next();
  }

 private:
  [[nodiscard]] llvm::BasicBlock* preheader() const { return code_.row.loop->getLoopPreheader(); }
  llvm::BasicBlock* new_block() { return llvm::BasicBlock::Create(function_.getContext(), "", &function_); }

  /// Before the loop: what is the same in all its parts.
  void prepare() {
    const llvm::DataLayout& layout = module_.getDataLayout();
    llvm::SCEVExpander expander(code_.evolution, layout, "");
    for (const RowAccess& row : rows_) {
      if (row.inner == nullptr) continue;
      if (row.turns != nullptr && !turns_.contains(row.turns))
        turns_[row.turns] = expander.expandCodeFor(row.turns, builder_.getInt64Ty(), preheader()->getTerminator());
      for (llvm::PHINode& phi : row.inner->getHeader()->phis()) {
        if (!code_.evolution.isSCEVable(phi.getType())) continue;
        const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(code_.evolution.getSCEV(&phi));
        if (counter == nullptr || counter->getLoop() != row.inner || !counter->isAffine()) continue;
        const llvm::SCEV* const step = counter->getOperand(1);
        if (!code_.evolution.isLoopInvariant(step, code_.row.loop)) continue;
        if (expander.isSafeToExpandAt(step, preheader()->getTerminator()))
          steps_[&phi] = expander.expandCodeFor(step, step->getType(), preheader()->getTerminator());
      }
    }
    if (accesses_.lines) lines_.emplace(code_, accesses_, builder_, steps_, turns_, list_);
  }

  /// The part of the threads for which all conditions are alike: [low, high). Then the rows.
  void write_segment() {
    before_ = preheader();
    segment_ = new_block();
    slow_ = new_block();
    fast_ = new_block();
    llvm::BasicBlock* const look = new_block();
    llvm::BasicBlock* const told = lines_ ? new_block() : nullptr;
    llvm::BasicBlock* const line = lines_ ? ask_for_lines(told) : before_;
    before_->getTerminator()->replaceSuccessorWith(code_.row.loop->getHeader(), line == before_ ? segment_ : asking_);
    builder_.SetInsertPoint(segment_);
    llvm::Type* const int_type = builder_.getInt32Ty();
    low_ = builder_.CreatePHI(int_type, 2);
    low_->addIncoming(code_.row.x->getIncomingValueForBlock(before_), line);
    for (llvm::PHINode* const phi : carried_) {
      llvm::PHINode* const here = builder_.CreatePHI(phi->getType(), 2);
      here->addIncoming(phi->getIncomingValueForBlock(before_), line);
      carried_here_.push_back(here);
      carried_values_[phi] = here;
    }
    llvm::Value* const to = code_.row.to;
    slow_end_ = llvm::PHINode::Create(int_type, 3, "", slow_);
    llvm::IRBuilder<> before(before_->getTerminator());
    llvm::Value* const all = before.CreateSub(to, code_.row.x->getIncomingValueForBlock(before_));
    llvm::Value* const are_few = before.CreateICmpULT(all, before.getInt32(kFewThreads));
    builder_.CreateCondBr(are_few, slow_, look);
    slow_end_->addIncoming(to, segment_);

    builder_.SetInsertPoint(look);
    ValueWriter first = writer(low_, builder_.getInt64(0));
    llvm::Value* const last_x = builder_.CreateSub(to, builder_.getInt32(1));
    llvm::Value* const second_x =
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateAdd(low_, builder_.getInt32(1)), last_x);
    ValueWriter second = writer(second_x, builder_.getInt64(0));
    ThreadPart part = PartWriter(code_, accesses_, builder_, steps_, carried_values_).write(low_, first, second);
    high_ = part.high;
    stride_turns_ = std::move(part.stride_turns);
    llvm::Value* is_certain = part.is_certain;
    is_certain = builder_.CreateAnd(is_certain, write_rows(first, second));
    for (const RowGuard& guard : accesses_.guards) guard_values_[guard.compare] = first.value(guard.compare);
    rank_ = first.value(code_.row.announcement->getValueOperand());
    llvm::BasicBlock* const ask = new_block();
    builder_.CreateCondBr(is_certain, ask, slow_);
    slow_end_->addIncoming(high_, builder_.GetInsertBlock());
    fast_low_ = low_;
    fast_high_ = high_;

    builder_.SetInsertPoint(ask);
    if (accesses_.is_bare) {
      announce(builder_.CreateOr(rank_, builder_.getInt32(inlined_checks::kRow)));
      builder_.CreateBr(fast_);
      return;
    }
    list_.write_threads(builder_, rank_, builder_.CreateSub(high_, low_), builder_.getInt32(1));
    llvm::Value* const answer = list_.ask(builder_);
    llvm::BasicBlock* const refused = is_checked_ ? new_block() : slow_;
    builder_.CreateCondBr(builder_.CreateICmpEQ(answer, builder_.getInt32(kRowsTold)), fast_, refused);
    if (is_checked_) name_places(refused, answer);
    slow_end_->addIncoming(high_, builder_.GetInsertBlock());
    if (told != nullptr) enter_told_line(told);
  }

  void announce(llvm::Value* thread) {
    builder_.CreateAlignedStore(thread, code_.row.announcement->getPointerOperand(), llvm::Align(4),
                                /*isVolatile=*/true);
  }

  /// Goes to `told` where the line was told with others. Returns from where it goes on, else.
  llvm::BasicBlock* ask_for_lines(llvm::BasicBlock* told) {
    asking_ = new_block();
    llvm::BasicBlock* const alone = new_block();
    builder_.SetInsertPoint(asking_);
    lines_->ask(told, alone);
    builder_.SetInsertPoint(alone);
    builder_.CreateBr(segment_);
    return alone;
  }

  /// From there to the fast loop, too, with all threads of the line.
  void enter_told_line(llvm::BasicBlock* told) {
    builder_.SetInsertPoint(told);
    llvm::Value* const from = code_.row.x->getIncomingValueForBlock(before_);
    ValueWriter first = writer(from, builder_.getInt64(0));
    std::vector<std::pair<llvm::Value**, llvm::Value*>> values = {
        {&fast_low_, from},
        {&fast_high_, code_.row.to},
        {&rank_, first.value(code_.row.announcement->getValueOperand())}};
    for (auto& [compare, value] : guard_values_) values.emplace_back(&value, first.value(compare));
    builder_.CreateBr(fast_);
    builder_.SetInsertPoint(fast_);
    for (const auto& [value, of_told] : values) {
      llvm::PHINode* const both = builder_.CreatePHI(of_told->getType(), 3);
      for (llvm::BasicBlock* const way : llvm::predecessors(fast_))
        both->addIncoming(way == told ? of_told : *value, way);
      *value = both;
    }
  }

  /// Once, if that is why rows were `refused`: gives each place a number by the address behind a call at its line.
  void name_places(llvm::BasicBlock* refused, llvm::Value* told) {
    builder_.SetInsertPoint(refused);
    llvm::BasicBlock* const name = new_block();
    builder_.CreateCondBr(builder_.CreateICmpEQ(told, builder_.getInt32(kRowsUnnamed)), name, slow_);
    slow_end_->addIncoming(high_, refused);
    builder_.SetInsertPoint(name);
    for (std::size_t number = 0; number < rows_.size(); ++number) {
      llvm::Value* const row = list_.row(builder_, number);
      llvm::CallInst* const call = builder_.CreateCall(
          module_.getOrInsertFunction("fencepost_row_name", builder_.getVoidTy(), builder_.getPtrTy()), {row});
      call->setDebugLoc(rows_[number].check.call->getDebugLoc());
      call->addFnAttr(llvm::Attribute::NoMerge);
      call->addFnAttr(llvm::Attribute::NoUnwind);
    }
    builder_.CreateCondBr(builder_.CreateICmpEQ(list_.ask(builder_), builder_.getInt32(kRowsTold)), fast_, slow_);
  }

  ValueWriter writer(llvm::Value* x, llvm::Value* turn) {
    return ValueWriter(code_, builder_, x, turn, steps_, carried_values_, *code_.row.loop);
  }

  /// The list of the rows of [low_, high_). Returns whether they are rows.
  llvm::Value* write_rows(ValueWriter& first, ValueWriter& second) {
    llvm::Value* const zero = builder_.getInt64(0);
    llvm::Value* const last_x = builder_.CreateSub(high_, builder_.getInt32(1));
    llvm::Value* const steps = steps_of(builder_.CreateSub(high_, low_));
    ValueWriter end = writer(last_x, zero);
    ValueWriter second_turn = writer(low_, builder_.getInt64(1));
    std::map<llvm::Value*, std::array<ValueWriter, 2>> last_turns;  // Of the first thread and the last.
    llvm::Value* are_rows = builder_.getTrue();
    std::size_t number = 0;
    for (const RowAccess& row : rows_) {
      llvm::Value* const reached = first.reaches(entry_of(code_, *row.check.call->getParent()));
      llvm::Value* const all_turns = row.inner == nullptr ? builder_.getInt64(1)
                                     : row.stride         ? stride_turns_.at(row.inner)
                                                          : turns_.at(row.turns);
      llvm::Value* const turns = builder_.CreateSelect(reached, all_turns, zero);
      llvm::Value* is_row = builder_.CreateICmpEQ(turns, zero);
      llvm::Value* all_linear = builder_.getTrue();
      const auto require = [&](llvm::Value* condition) { all_linear = builder_.CreateAnd(all_linear, condition); };
      for (llvm::CastInst* const extension : row.extensions) {
        llvm::Value* const here = first.value(extension);
        llvm::Value* const next = second.value(extension);
        require(is_linear(here, next, end.value(extension), steps));
        if (row.inner == nullptr) continue;
        llvm::Value* const last_turn = builder_.CreateSub(all_turns, builder_.getInt64(1));
        auto& [first_there, end_there] =
            last_turns.try_emplace(all_turns, std::array{writer(low_, last_turn), writer(last_x, last_turn)})
                .first->second;
        llvm::Value* const there = first_there.value(extension);
        require(is_linear(here, second_turn.value(extension), there, last_turn));
        llvm::Value* const next_there = builder_.CreateAdd(there, builder_.CreateSub(next, here));
        require(is_linear(there, next_there, end_there.value(extension), steps));
      }
      is_row = builder_.CreateOr(is_row, all_linear);
      are_rows = builder_.CreateAnd(are_rows, is_row);
      write_row(number++, row, first, second, second_turn, turns);
    }
    return are_rows;
  }

  /// From the first of so many to the last.
  llvm::Value* steps_of(llvm::Value* threads) {
    return builder_.CreateZExt(builder_.CreateSub(threads, builder_.getInt32(1)), builder_.getInt64Ty());
  }

  llvm::Value* is_linear(llvm::Value* first, llvm::Value* second, llvm::Value* last, llvm::Value* steps) {
    return compiler::is_linear(builder_, {first, second, last}, steps);
  }

  void write_row(std::size_t number, const RowAccess& row, ValueWriter& first, ValueWriter& second,
                 ValueWriter& second_turn, llvm::Value* turns) {
    llvm::Value* const pointer = row.check.call->getArgOperand(0);
    list_.write(builder_, number,
                {first.value(pointer), second.value(pointer),
                 row.inner != nullptr ? second_turn.value(pointer) : nullptr, nullptr},
                turns);
  }

  /// The loop with all checks, and a copy without those of the rows.
  void write_slow_and_fast() {
    llvm::Loop& loop = *code_.row.loop;
    llvm::BasicBlock* const header = loop.getHeader();
    llvm::BasicBlock* const latch = loop.getLoopLatch();
    blocks_ = loop.getBlocksVector();
    for (llvm::BasicBlock* const block : blocks_) {
      llvm::BasicBlock* const copy = llvm::CloneBasicBlock(block, copies_, "", &function_);
      copy->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);  // It may be unrolled.
      copies_[block] = copy;
      copied_.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(copied_, copies_);
    const auto enter = [&](llvm::BasicBlock* from, llvm::BasicBlock* target, llvm::Value* low, const auto& phi_of) {
      builder_.SetInsertPoint(from);
      builder_.CreateBr(target);
      const auto begin_with = [&](llvm::PHINode* phi, llvm::Value* value) {
        llvm::PHINode* const there = phi_of(phi);
        const int index = there->getBasicBlockIndex(before_);
        there->setIncomingValue(static_cast<unsigned>(index), value);
        there->setIncomingBlock(static_cast<unsigned>(index), from);
      };
      begin_with(code_.row.x, low);
      for (std::size_t i = 0; i < carried_.size(); ++i) begin_with(carried_[i], carried_here_[i]);
    };
    auto* const fast_header = llvm::cast<llvm::BasicBlock>(copies_[header]);
    enter(fast_, fast_header, fast_low_, [&](llvm::PHINode* phi) { return llvm::cast<llvm::PHINode>(copies_[phi]); });
    enter(slow_, header, low_, [](llvm::PHINode* phi) { return phi; });
    code_.row.goes_on->setOperand(1, slow_end_);
    llvm::cast<llvm::ICmpInst>(copies_[code_.row.goes_on])->setOperand(1, fast_high_);
    for (const RowAccess& row : rows_) llvm::cast<llvm::Instruction>(copies_[row.check.call])->eraseFromParent();
    for (llvm::CallInst* const call : accesses_.covered)
      llvm::cast<llvm::Instruction>(copies_[call])->eraseFromParent();
    if (accesses_.is_alone) llvm::cast<llvm::Instruction>(copies_[code_.row.announcement])->eraseFromParent();
    for (const auto& [compare, value] : guard_values_) copies_[compare]->replaceAllUsesWith(value);
    if (leaves_ != nullptr) {
      auto* const leaves = llvm::cast<llvm::BranchInst>(copies_[leaves_]);
      const unsigned stays = code_.row.loop->contains(leaves_->getSuccessor(0)) ? 0 : 1;
      llvm::BranchInst::Create(leaves->getSuccessor(stays), leaves->getIterator());
      leaves->eraseFromParent();
    }
    fast_latch_ = llvm::cast<llvm::BasicBlock>(copies_[latch]);
    if (accesses_.stops != nullptr) write_stop(*accesses_.stops);
    if (accesses_.is_alone) mark_plain_loop(*fast_latch_->getTerminator());
  }

  /// Where the fast loop ends before its last thread: those that are left tell their accesses elsewhere.
  void write_stop(llvm::BranchInst& branch) {
    llvm::BasicBlock* const exit = branch.getSuccessor(code_.row.loop->contains(branch.getSuccessor(0)) ? 1 : 0);
    auto* const copy = llvm::cast<llvm::BranchInst>(copies_[&branch]);
    llvm::BasicBlock* const stop = new_block();
    copy->replaceSuccessorWith(exit, stop);
    builder_.SetInsertPoint(stop);
    llvm::Value* const thread = copies_[code_.row.announcement->getValueOperand()];
    llvm::Type* const pointer = builder_.getPtrTy();
    builder_.CreateCall(module_.getOrInsertFunction("fencepost_rows_stop", builder_.getVoidTy(), pointer,
                                                    builder_.getInt64Ty(), pointer, builder_.getInt32Ty()),
                        {list_.rows(), builder_.getInt64(rows_.size()), list_.threads(), thread});
    builder_.CreateBr(exit);
    for (llvm::PHINode& phi : exit->phis()) {
      llvm::Value* const slow = phi.getIncomingValueForBlock(branch.getParent());
      const auto fast = copies_.find(slow);
      phi.addIncoming(fast == copies_.end() ? slow : static_cast<llvm::Value*>(fast->second), stop);
    }
  }

  /// Behind both: the next part, or what comes behind the loop.
  void write_next() {
    llvm::BasicBlock* const latch = code_.row.loop->getLoopLatch();
    const bool header_first = latch->getTerminator()->getSuccessor(0) == code_.row.loop->getHeader();
    llvm::BasicBlock* const exit = latch->getTerminator()->getSuccessor(header_first ? 1 : 0);
    llvm::BasicBlock* const slow_done = new_block();
    llvm::BasicBlock* const fast_done = new_block();
    llvm::BasicBlock* const next = new_block();
    latch->getTerminator()->replaceSuccessorWith(exit, slow_done);
    fast_latch_->getTerminator()->replaceSuccessorWith(exit, fast_done);
    llvm::BranchInst::Create(next, slow_done);
    builder_.SetInsertPoint(fast_done);
    if (is_checked_) write_end();
    if (accesses_.is_alone) {  // Of the last thread.
      llvm::Value* const last = builder_.CreateAdd(
          rank_, builder_.CreateSub(builder_.CreateSub(fast_high_, fast_low_), builder_.getInt32(1)));
      announce(last);
    }
    llvm::BasicBlock* const fast_end = builder_.GetInsertBlock();
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    const auto merged = [&](llvm::Value* slow) {
      const auto copy = copies_.find(slow);
      llvm::Value* const fast = copy == copies_.end() ? slow : static_cast<llvm::Value*>(copy->second);
      if (fast == slow) return slow;
      llvm::PHINode* const both = llvm::PHINode::Create(slow->getType(), 2, "", next->begin());
      both->addIncoming(slow, slow_done);
      both->addIncoming(fast, fast_end);
      return static_cast<llvm::Value*>(both);
    };
    llvm::PHINode* const end = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    end->addIncoming(slow_end_, slow_done);
    end->addIncoming(fast_high_, fast_end);
    builder_.CreateCondBr(builder_.CreateICmpULT(end, code_.row.to), segment_, exit);
    low_->addIncoming(end, next);
    for (std::size_t i = 0; i < carried_.size(); ++i)
      carried_here_[i]->addIncoming(merged(carried_[i]->getIncomingValueForBlock(latch)), next);
    for (llvm::PHINode& phi : exit->phis()) {
      const auto index = static_cast<unsigned>(phi.getBasicBlockIndex(latch));
      phi.setIncomingValue(index, merged(phi.getIncomingValue(index)));
      phi.setIncomingBlock(index, next);
    }
  }

  /// The accesses of the rows are made: all of them, if lines were told.
  void write_end() {
    llvm::BasicBlock* behind = nullptr;
    if (lines_) {
      llvm::BasicBlock* const end = new_block();
      behind = new_block();
      builder_.CreateCondBr(lines_->is_last(), end, behind);
      builder_.SetInsertPoint(end);
    }
    builder_.CreateCall(module_.getOrInsertFunction(
        accesses_.any_writes() ? "fencepost_rows_end" : "fencepost_rows_done", builder_.getVoidTy()));
    if (behind == nullptr) return;
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(behind);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  const bool is_checked_;
  const RowCode& code_;
  const RowAccesses& accesses_;
  const std::vector<RowAccess>& rows_;
  const std::vector<llvm::PHINode*>& carried_;
  llvm::BranchInst* const leaves_;
  llvm::IRBuilder<> builder_;

  std::map<const llvm::SCEV*, llvm::Value*> turns_;
  std::map<const llvm::Loop*, llvm::Value*> stride_turns_;  ///< Of the part of the threads.
  std::map<const llvm::PHINode*, llvm::Value*> steps_;
  RowList list_;
  std::optional<LineWriter> lines_;  ///< None: they are told one by one.
  llvm::BasicBlock *before_ = nullptr, *segment_ = nullptr, *slow_ = nullptr, *fast_ = nullptr, *fast_latch_ = nullptr;
  llvm::PHINode *low_ = nullptr, *slow_end_ = nullptr;
  llvm::BasicBlock* asking_ = nullptr;  ///< For lines.
  llvm::Value *high_ = nullptr, *rank_ = nullptr;
  llvm::Value *fast_low_ = nullptr, *fast_high_ = nullptr;  ///< Of the threads that the fast loop has.
  std::vector<llvm::PHINode*> carried_here_;
  std::map<const llvm::Value*, llvm::Value*> carried_values_;  ///< These, by what they stand for.
  std::map<llvm::ICmpInst*, llvm::Value*> guard_values_;
  llvm::ValueToValueMapTy copies_;
  std::vector<llvm::BasicBlock*> blocks_;
  llvm::SmallVector<llvm::BasicBlock*, 16> copied_;
};

}  // namespace

void write_row_loop(llvm::Function& function, const RowCode& code, const RowAccesses& accesses) {
  RowLoopWriter(function, code, accesses).rewrite();
}

}  // namespace fencepost::compiler
