// Checks of accesses to device memory, decided in the kernel.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "compiler/checks/check_writer.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

/// The store that the callback `call` tells; null if something else accesses the memory.
llvm::StoreInst* told_store(llvm::CallInst& call, std::uint64_t bytes) {
  llvm::Instruction* next = call.getNextNonDebugInstruction();
  while (next != nullptr && !next->mayReadOrWriteMemory() && !next->isTerminator()) {
    next = next->getNextNonDebugInstruction();
  }
  auto* const store = llvm::dyn_cast_or_null<llvm::StoreInst>(next);
  if (store == nullptr || store->isVolatile() || store->getPointerOperand() != call.getArgOperand(0)) return nullptr;
  llvm::Type* const type = store->getValueOperand()->getType();
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  const bool fills = !type->isAggregateType() && layout.getTypeSizeInBits(type) == llvm::TypeSize::getFixed(bytes * 8);
  const bool has_bits = type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPointerTy();
  return fills && has_bits ? store : nullptr;
}

class GlobalChecks : public CheckWriter {
 public:
  explicit GlobalChecks(llvm::Module& module) : CheckWriter(module) {}

  /// `check` becomes what it does in the common cases: those of detector/abi/callback_checks.h, which says why. In all
  /// others it is called. `store`: null if it reads. An atomic operation, which conflicts with others of its line as
  /// little as reads do, is decided as they are.
  /// `at_random`: it is an atomic operation, on words that cannot be foretold.
  void inline_check(const PlaceCheck& check, llvm::StoreInst* store, bool at_random) {
    if (store != nullptr) check.call->moveBefore(store);  // What is written is to be known.
    begin(*check.call);
    bytes_ = check.bytes;
    place_ = check.place;
    is_atomic_ = check.is_atomic;
    is_plain_read_ = !check.is_atomic && store == nullptr;
    at_random_ = at_random;
    if (check.is_atomic) require_no_turn(*check.call, check.place);
    look();
    if (at_random_) {
      decide_at_random();
    } else if (store == nullptr) {
      decide_read();
    } else {
      decide_write(*store);
    }
    end(*check.call);
    if (store != nullptr) close_window(*store);
  }

 private:
  void look() {
    llvm::Value* const offset = builder_.CreateSub(builder_.CreatePtrToInt(address_, word_), fixed(kArenaBegin));
    // An address that is not aligned has a number beyond the last.
    const bool is_aligned = llvm::getKnownAlignment(address_, module_.getDataLayout()) >= bytes_;
    const unsigned shift = llvm::Log2_64(bytes_);
    llvm::Value* const number =
        is_aligned ? builder_.CreateLShr(offset, shift)
                   : builder_.CreateIntrinsic(llvm::Intrinsic::fshr, {word_}, {offset, offset, constant(shift)});
    go_on_if(builder_.CreateICmpULT(number, builder_.CreateLShr(fixed(kArenaBytes), shift)), all_else_);
    go_on_if(builder_.CreateIsNull(load(kPending)), all_else_);
    index_ = builder_.CreateShl(number, shift - kWordShift);
    if (is_plain_read_) count_if_quiet();
    known_ = known_of(*place_);
    llvm::Value* can_be = builder_.CreateIsNotNull(known_);  // Else it has no number yet.
    if (at_random_) can_be = builder_.CreateAnd(can_be, builder_.CreateIsNotNull(fixed(kCompleteWords)));
    go_on_if(can_be, all_else_);
    thread_ = thread();
    if (is_plain_read_) note_first_read();
    here_ = builder_.CreateOr(builder_.CreateOr(known_, fixed(kEpoch)), thread_);
    llvm::Value* const cells = builder_.CreateIntToPtr(fixed(kArenaCells), pointer_);
    llvm::Value* const at = builder_.CreateGEP(llvm::ArrayType::get(word_, 2), cells, index_);
    look_at_cells(at, bytes_ / kWordBytes, here_);
  }

  /// Of a page that the launch only reads nothing is to be noted.
  void count_if_quiet() {
    llvm::Value* const states = builder_.CreateIntToPtr(fixed(kQuiet), pointer_);
    llvm::LoadInst* const state = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), states, page()), llvm::Align(1));
    state->setAtomic(llvm::AtomicOrdering::Monotonic);
    count_if(builder_.CreateICmpEQ(state, builder_.getInt8(kIsQuiet)));
  }

  /// The same where who reads is to be noted: the word's line is this one, or nothing is noted of it in this launch
  /// (FirstReads).
  void note_first_read() {
    llvm::Value* const tags = builder_.CreateIntToPtr(fixed(kReadTags), pointer_);
    llvm::Value* const tag = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), tags, page()), llvm::Align(1));
    llvm::BasicBlock* const noted = new_block();
    llvm::BasicBlock* const rest = new_block();
    builder_.CreateCondBr(builder_.CreateICmpEQ(builder_.CreateZExt(tag, word_), fixed(kReadTag)), noted, rest);
    builder_.SetInsertPoint(noted);
    llvm::Value* const line = builder_.CreateShl(known_, kReadLineShift - kMaskShift);
    llvm::Value* const here = builder_.CreateAdd(builder_.CreateOr(line, fixed(kFirstReadHere)), thread_);
    llvm::Value* const reads = builder_.CreateGEP(word_, builder_.CreateIntToPtr(fixed(kFirstReads), pointer_), index_);
    llvm::Value* fits = nullptr;
    std::vector<std::pair<llvm::Value*, llvm::Value*>> changes;  // Where, and to what.
    for (std::uint64_t i = 0; i < bytes_ / kWordBytes; ++i) {
      llvm::Value* const at = builder_.CreateConstInBoundsGEP1_64(word_, reads, i);
      llvm::Value* const known = builder_.CreateAlignedLoad(word_, at, llvm::Align(8));
      llvm::Value* const differs = builder_.CreateXor(known, here);
      llvm::Value* const same = builder_.CreateIsNull(builder_.CreateLShr(differs, kReadLineShift));
      llvm::Value* const older = builder_.CreateIsNotNull(builder_.CreateLShr(differs, kReadTagShift));
      llvm::Value* const ok = builder_.CreateOr(same, older);
      fits = fits == nullptr ? ok : builder_.CreateAnd(fits, ok);
      llvm::Value* const before = builder_.CreateAnd(same, builder_.CreateICmpULT(known, here));
      changes.emplace_back(at, builder_.CreateSelect(before, known, here));
    }
    go_on_if(fits, all_else_);
    for (const auto& [at, read] : changes) builder_.CreateAlignedStore(read, at, llvm::Align(8));
    builder_.CreateBr(count_);
    builder_.SetInsertPoint(rest);
  }

  void decide_read() {
    // The access that came last.
    llvm::BasicBlock* const other = new_block();
    builder_.CreateCondBr(all([&](const Word& word) { return builder_.CreateIsNull(word.differs); }), count_, other);
    builder_.SetInsertPoint(other);
    llvm::BasicBlock* const first_ones = new_block();
    go_on_if(differ_alike_in_thread(), first_ones);
    add_higher_thread(thread_);
    builder_.SetInsertPoint(first_ones);
    llvm::BasicBlock* const set_all = new_block();
    llvm::BasicBlock* const not_first = new_block();
    require_first_in_launch(not_first, all_else_);
    builder_.CreateBr(set_all);
    builder_.SetInsertPoint(not_first);
    require_settled();
    builder_.CreateBr(set_all);
    builder_.SetInsertPoint(set_all);
    for (const Word& word : words_) set(word, here_, thread_);
    builder_.CreateBr(count_);
  }

  /// Threads that count (a histogram) come to a word of this interval or of an earlier one, and no processor can
  /// foretell to which. So what either would leave in a cell is computed, and chosen without a branch.
  void decide_at_random() {
    llvm::BasicBlock* const first_ones = new_block();
    llvm::Value* const launch = fixed(kLaunch);
    require_complete(all_else_);
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpUGE(word.first, launch); }), first_ones);
    llvm::Value* const last = builder_.CreateOr(fixed(kEpoch), constant(kEntry));
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpULE(word.first, last); }), all_else_);
    load_seconds();
    go_on_if(all([&](const Word& word) {
               return builder_.CreateICmpULE(word.second, constant(kSeveralWarps | kThreadMask));
             }),
             all_else_);
    // One comparison for both: what differs of a settled word's place is greater than any thread.
    llvm::Value* const past = builder_.CreateGEP(word_, builder_.CreateIntToPtr(fixed(kPast), pointer_), index_);
    std::vector<llvm::Value*> same;
    go_on_if(all([&](const Word& word) {
               llvm::Value* const place = place_differs(word, past, same.size());
               same.push_back(builder_.CreateICmpULE(word.differs, constant(kThreadMask)));
               llvm::Value* const highest = builder_.CreateAnd(word.second, constant(kThreadMask));
               return builder_.CreateICmpULE(choose(same.back(), highest, place), thread_);
             }),
             all_else_);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Word& word = words_[i];
      set(word, choose(same[i], word.first, here_), choose(same[i], added(word, thread_), thread_));
    }
    builder_.CreateBr(count_);

    builder_.SetInsertPoint(first_ones);
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpULT(word.first, launch); }), all_else_);
    require_page(kHasStrongWrites, all_else_);
    for (const Word& word : words_) set(word, here_, thread_);
    builder_.CreateBr(count_);
  }

  /// Goes on if the words' cells hold, of an earlier interval, only what their histories know of lower blocks: reads by
  /// this line, too (LaunchHistory::adds_nothing).
  void require_settled() {
    require_page(kHasPast, all_else_);
    load_seconds();
    llvm::Value* const past = builder_.CreateGEP(word_, builder_.CreateIntToPtr(fixed(kPast), pointer_), index_);
    std::size_t i = 0;
    go_on_if(all([&](const Word& word) {
               llvm::Value* const earlier = builder_.CreateICmpULT(word.first, fixed(kEpoch));
               llvm::Value* const one = builder_.CreateICmpULE(word.second, constant(kSeveralWarps | kThreadMask));
               llvm::Value* const same = builder_.CreateIsNull(place_differs(word, past, i++));
               return builder_.CreateAnd(builder_.CreateAnd(earlier, one), same);
             }),
             all_else_);
    require_complete(all_else_);
  }

  /// In what the place differs from that in the cell of the i-th word, or that which `past` knows of; above the bits of
  /// a thread.
  llvm::Value* place_differs(const Word& word, llvm::Value* past, std::size_t i) {
    constexpr std::uint64_t kKey = kEntry & ~kThreadMask;
    llvm::Value* const at = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), past, i * kPastBytes + kSettled);
    llvm::Value* const settled =
        builder_.CreateZExt(builder_.CreateAlignedLoad(builder_.getInt32Ty(), at, llvm::Align(4)), word_);
    llvm::Value* const key = builder_.CreateOr(builder_.CreateAnd(known_, constant(kKey)), fixed(kPastDiffers));
    llvm::Value* const from_past = builder_.CreateXor(builder_.CreateShl(settled, kMaskShift), key);
    return builder_.CreateOr(builder_.CreateAnd(word.differs, constant(kKey)), from_past);
  }

  /// A write's window (detector/worker/write_window.h) is open from before who owns the page is asked until the store
  /// is done. What it writes is known, thus noted before.
  void decide_write(llvm::StoreInst& store) {
    builder_.CreateAlignedStore(builder_.CreatePtrToInt(address_, word_), field(kPending + 8), llvm::Align(8));
    builder_.CreateAlignedStore(constant(bytes_), field(kPending + 16), llvm::Align(8));
    builder_.CreateAlignedStore(fixed(kArenaShadow), field(kPending), llvm::Align(8))
        ->setAtomic(llvm::AtomicOrdering::Release);
    builder_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
    llvm::BasicBlock* const cancel = new_block();
    llvm::Value* const modes = builder_.CreateIntToPtr(fixed(kModes), pointer_);
    llvm::LoadInst* const mode = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), modes, page()), llvm::Align(1));
    mode->setAtomic(llvm::AtomicOrdering::Monotonic);
    go_on_if(builder_.CreateICmpEQ(mode, builder_.getInt8(kAlone)), cancel);
    load_seconds();

    llvm::BasicBlock* const note = new_block();
    llvm::BasicBlock* const not_first = new_block();
    llvm::BasicBlock* const not_last = new_block();
    llvm::BasicBlock* const not_second = new_block();
    // What becomes of the cells' second words.
    std::vector<llvm::PHINode*> seconds;
    for (std::size_t i = 0; i < words_.size(); ++i) seconds.push_back(llvm::PHINode::Create(word_, 4, "", note));
    const auto go_to_note = [&](const std::function<llvm::Value*(const Word&)>& second) {
      for (std::size_t i = 0; i < words_.size(); ++i) {
        llvm::Value* const value = second(words_[i]);
        seconds[i]->addIncoming(value, builder_.GetInsertBlock());
      }
      builder_.CreateBr(note);
    };

    require_first_in_launch(not_first, not_first);
    for (const Word& word : words_) builder_.CreateAlignedStore(here_, word.cell, llvm::Align(16));
    go_to_note([&](const Word&) { return thread_; });

    // The access that came last; a list wants to know of each.
    builder_.SetInsertPoint(not_first);
    go_on_if(all([&](const Word& word) {
               return builder_.CreateAnd(
                   builder_.CreateIsNull(word.differs),
                   builder_.CreateICmpNE(builder_.CreateLShr(word.second, kStateShift), constant(kList)));
             }),
             not_last);
    go_to_note([](const Word& word) { return word.second; });

    // The second entry again.
    builder_.SetInsertPoint(not_last);
    llvm::Value* const entry = builder_.CreateAnd(here_, constant(kEntry));
    go_on_if(all([&](const Word& word) {
               llvm::Value* const bits = builder_.CreateLShr(
                   builder_.CreateAnd(word.second, constant(~(kHasValue | kValuesDiffer))), kSecondShift);
               llvm::Value* const two = builder_.CreateOr(constant(kTwo << (kStateShift - kSecondShift)), entry);
               return builder_.CreateAnd(builder_.CreateICmpULT(word.differs, constant(kEntry + 1)),
                                         builder_.CreateICmpEQ(bits, two));
             }),
             not_second);
    go_to_note([](const Word& word) { return word.second; });

    // The thread has the word for itself, by another line or kind.
    builder_.SetInsertPoint(not_second);
    go_on_if(all([&](const Word& word) {
               llvm::Value* const only =
                   builder_.CreateIsNull(builder_.CreateAnd(word.differs, constant(~kSiteAndKind)));
               llvm::Value* const alone = builder_.CreateICmpEQ(
                   builder_.CreateAnd(word.second, constant(~(kHasValue | kValuesDiffer))), thread_);
               return builder_.CreateAnd(builder_.CreateAnd(only, alone), builder_.CreateIsNotNull(word.differs));
             }),
             cancel);
    go_to_note([&](const Word& word) {
      llvm::Value* const added =
          builder_.CreateOr(builder_.CreateOr(constant(kTwo << kStateShift), builder_.CreateShl(entry, kSecondShift)),
                            builder_.CreateShl(thread_, kSecondThreadsShift));
      return builder_.CreateOr(word.second, added);
    });

    builder_.SetInsertPoint(note);
    note_values(*store.getValueOperand(), seconds);
    builder_.CreateBr(count_);

    builder_.SetInsertPoint(cancel);
    close();
    builder_.CreateBr(all_else_);
  }

  /// WorkerShadow::take_note() of each word.
  void note_values(llvm::Value& value, const std::vector<llvm::PHINode*>& seconds) {
    llvm::IntegerType* const all_bits = builder_.getIntNTy(static_cast<unsigned>(bytes_ * 8));
    llvm::Value* const bits = value.getType()->isPointerTy() ? builder_.CreatePtrToInt(&value, all_bits)
                                                             : builder_.CreateBitCast(&value, all_bits);
    llvm::Value* const values =
        builder_.CreateGEP(builder_.getInt32Ty(), builder_.CreateIntToPtr(fixed(kValues), pointer_), index_);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      llvm::Value* const at = builder_.CreateConstInBoundsGEP1_64(builder_.getInt32Ty(), values, i);
      llvm::Value* const known = builder_.CreateAlignedLoad(builder_.getInt32Ty(), at, llvm::Align(4));
      llvm::Value* const part =
          builder_.CreateTrunc(builder_.CreateLShr(bits, i * kWordBytes * 8), builder_.getInt32Ty());
      llvm::Value* const has = builder_.CreateIsNotNull(builder_.CreateAnd(seconds[i], constant(kHasValue)));
      llvm::Value* const differ = builder_.CreateAnd(has, builder_.CreateICmpNE(known, part));
      llvm::Value* const flags =
          builder_.CreateSelect(differ, constant(kHasValue | kValuesDiffer), constant(kHasValue));
      builder_.CreateAlignedStore(builder_.CreateOr(seconds[i], flags), words_[i].second_at, llvm::Align(8));
      builder_.CreateAlignedStore(part, at, llvm::Align(4));
    }
  }

  /// Goes on if the launch has not touched the words before, and all their bytes are somebody's and written.
  void require_first_in_launch(llvm::BasicBlock* not_first, llvm::BasicBlock* otherwise) {
    llvm::Value* const launch = fixed(kLaunch);
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpULT(word.first, launch); }), not_first);
    require_page(is_atomic_ ? kHasStrongWrites : kIsTouched, otherwise);
    require_complete(otherwise);
  }

  /// Goes on if the launch has done this to the page, one of the bits of kTouched.
  void require_page(std::uint8_t bit, llvm::BasicBlock* otherwise) {
    llvm::Value* const touched = builder_.CreateIntToPtr(fixed(kTouched), pointer_);
    llvm::Value* const bits = builder_.CreateAlignedLoad(
        builder_.getInt8Ty(), builder_.CreateGEP(builder_.getInt8Ty(), touched, page()), llvm::Align(1));
    go_on_if(builder_.CreateIsNotNull(builder_.CreateAnd(bits, builder_.getInt8(bit))), otherwise);
  }

  void require_complete(llvm::BasicBlock* otherwise) {
    llvm::Type* const states_type = builder_.getIntNTy(static_cast<unsigned>(bytes_ / kWordBytes * 8));
    llvm::Value* const states_at = fixed(kCompleteWords);
    if (!at_random_) go_on_if(builder_.CreateIsNotNull(states_at), otherwise);  // Null: nobody wants to know.
    llvm::Value* const states = builder_.CreateIntToPtr(states_at, pointer_);
    llvm::Value* const complete = builder_.CreateAlignedLoad(
        states_type, builder_.CreateGEP(builder_.getInt8Ty(), states, index_), llvm::Align(1));
    go_on_if(builder_.CreateICmpEQ(complete, llvm::Constant::getAllOnesValue(states_type)), otherwise);
  }

  /// Behind the store; the callback leaves its window open.
  void close_window(llvm::StoreInst& store) {
    llvm::BasicBlock* const rest = llvm::SplitBlock(store.getParent(), store.getNextNode());
    llvm::BasicBlock* const own = llvm::BasicBlock::Create(module_.getContext(), "", rest->getParent(), rest);
    builder_.SetInsertPoint(after_, after_->begin());
    llvm::PHINode* const is_noted = builder_.CreatePHI(builder_.getInt1Ty(), 2);
    is_noted->addIncoming(builder_.getTrue(), count_);
    is_noted->addIncoming(builder_.getFalse(), all_else_);
    after_->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(after_);
    builder_.SetCurrentDebugLocation(store.getDebugLoc());
    builder_.CreateCondBr(is_noted, own, rest);
    builder_.SetInsertPoint(own);
    close();
    builder_.CreateBr(rest);
  }

  void close() {
    llvm::StoreInst* const closed = builder_.CreateAlignedStore(constant(0), field(kPending), llvm::Align(8));
    closed->setAtomic(llvm::AtomicOrdering::Release);
  }

  llvm::Value* page() { return builder_.CreateLShr(index_, kPageShift); }

  // Of the check that is being written:
  std::uint64_t bytes_ = 0;
  llvm::Value* place_ = nullptr;
  bool is_atomic_ = false;
  bool is_plain_read_ = false;
  bool at_random_ = false;
  llvm::Value* known_ = nullptr;
  llvm::Value* index_ = nullptr;
  llvm::Value* thread_ = nullptr;
  llvm::Value* here_ = nullptr;
};

/// The value is the same in each iteration.
bool is_invariant(const llvm::Value* value, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(value)) return true;
  const auto* const instruction = llvm::cast<llvm::Instruction>(value);
  if (!llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction)) return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& part) { return is_invariant(part, loop); });
}

/// Of atomic operations, those that may come to another word each time.
std::set<const llvm::CallInst*> random_ones(const std::vector<PlaceCheck>& found) {
  llvm::DominatorTree dominators(*found.front().call->getFunction());
  const llvm::LoopInfo loops(dominators);
  std::set<const llvm::CallInst*> random;
  for (const PlaceCheck& check : found) {
    const llvm::Loop* const loop = loops.getLoopFor(check.call->getParent());
    if (!check.is_atomic || loop == nullptr || is_invariant(check.call->getArgOperand(0), *loop)) continue;
    random.insert(check.call);
  }
  return random;
}

}  // namespace

void inline_global_checks(llvm::Module& module, const std::vector<PlaceCheck>& found, llvm::AllocaInst* counter) {
  GlobalChecks checks(module);
  checks.count_in(counter);
  const std::set<const llvm::CallInst*> random = random_ones(found);
  for (const PlaceCheck& check : found) {
    if (is_shared(check.call->getArgOperand(0))) continue;
    llvm::StoreInst* const store = check.writes ? told_store(*check.call, check.bytes) : nullptr;
    if (!check.writes || store != nullptr) checks.inline_check(check, store, random.contains(check.call));
  }
}

}  // namespace fencepost::compiler
