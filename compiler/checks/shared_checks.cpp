#include "sim/interface/inlined_checks.h"

#include <llvm/Transforms/Utils/Local.h>

#include <vector>

#include "compiler/checks/check_writer.h"
#include "compiler/checks/detector_state.h"
#include "compiler/passes/builtin_variables.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

using namespace inlined_checks;  // NOLINT: this file is about them

class SharedChecks : public CheckWriter {
 public:
  explicit SharedChecks(llvm::Module& module) : CheckWriter(module) {}

  /// `check`, of a word, becomes what it does in the common cases; in all others it is called. The conditions are those
  /// of detector/abi/callback_checks.h, in fewer instructions.
  void inline_check(const PlaceCheck& check) {
    begin(*check.call);
    if (check.is_atomic) require_no_turn(*check.call, check.place);
    decide(*check.place, check.writes, check.is_atomic);
    end(*check.call);
  }

 private:
  /// An atomic operation, which conflicts with others of its line as little as reads do, is decided as they are.
  void decide(llvm::Value& place, bool writes, bool is_atomic) {
    llvm::Value* const from_begin = builder_.CreateSub(builder_.CreatePtrToInt(address_, word_), fixed(kSharedBegin));
    go_on_if(builder_.CreateICmpULT(from_begin, fixed(kSharedBytes)), all_else_);
    constexpr std::uint64_t kWordBytes = 1U << kWordShift;
    if (llvm::getKnownAlignment(address_, module_.getDataLayout()) < kWordBytes) {
      go_on_if(builder_.CreateIsNull(builder_.CreateAnd(from_begin, constant(kWordBytes - 1))), all_else_);
    }
    go_on_if(builder_.CreateIsNull(load(kPending)), all_else_);

    llvm::Value* const known = known_of(place);
    llvm::Value* const epoch = fixed(kEpoch);
    llvm::Value* const thread = this->thread();
    llvm::Value* const here = builder_.CreateOr(builder_.CreateOr(known, epoch), thread);
    llvm::Value* const cells = builder_.CreateIntToPtr(fixed(kSharedCells), pointer_);
    llvm::Value* const cell = builder_.CreateGEP(llvm::ArrayType::get(word_, 2), cells,
                                                 builder_.CreateExactUDiv(from_begin, constant(kWordBytes)));
    llvm::Value* const second_word = builder_.CreateConstInBoundsGEP1_64(word_, cell, 1);
    llvm::Value* const first = builder_.CreateAlignedLoad(word_, cell, llvm::Align(16));

    // What differs from the cell's first entry. A place without a number differs in more than the thread.
    llvm::Value* const differs = builder_.CreateXor(first, here);
    llvm::BasicBlock* const other = new_block();
    if (writes) {
      builder_.CreateCondBr(builder_.CreateIsNull(differs), count_, other);
    } else {
      go_on_if(builder_.CreateICmpULE(differs, constant(kThreadMask)), other);
      count_if(builder_.CreateIsNull(differs));
      add_higher_thread(first, second_word, thread);
    }

    // The first access of the interval, to a word that was touched by the block before. A write of the whole word need
    // not know whether it was.
    builder_.SetInsertPoint(other);
    go_on_if(builder_.CreateIsNotNull(known), all_else_);
    llvm::Value* const from = writes ? static_cast<llvm::Value*>(constant(0)) : fixed(kBlock);
    llvm::BasicBlock* const later = is_atomic ? all_else_ : new_block();
    go_on_if(builder_.CreateICmpULT(builder_.CreateSub(first, from), builder_.CreateSub(epoch, from)), later);
    builder_.CreateAlignedStore(here, cell, llvm::Align(16));
    builder_.CreateAlignedStore(thread, second_word, llvm::Align(8));
    builder_.CreateBr(count_);
    if (is_atomic) return;

    // The thread has the word for itself, by another line or kind: a second entry, which may be there.
    builder_.SetInsertPoint(later);
    go_on_if(builder_.CreateICmpULT(differs, constant(kEntry + 1)), all_else_);
    llvm::Value* const second = builder_.CreateAlignedLoad(word_, second_word, llvm::Align(8));
    llvm::Value* const entry = builder_.CreateAnd(here, constant(kEntry));
    llvm::Value* const as_second = builder_.CreateOr(constant(kTwo << (kStateShift - kSecondShift)), entry);
    count_if(builder_.CreateICmpEQ(builder_.CreateLShr(second, kSecondShift), as_second));
    llvm::Value* const by_other = builder_.CreateAnd(differs, constant(~kSiteAndKind));
    go_on_if(builder_.CreateIsNull(builder_.CreateOr(by_other, builder_.CreateXor(second, thread))), all_else_);
    llvm::Value* const added =
        builder_.CreateOr(builder_.CreateShl(as_second, kSecondShift), builder_.CreateShl(thread, kSecondThreadsShift));
    builder_.CreateAlignedStore(builder_.CreateOr(second, added), second_word, llvm::Align(8));
    builder_.CreateBr(count_);
  }
};

}  // namespace

void inline_shared_checks(llvm::Module& module, const std::vector<PlaceCheck>& found, llvm::AllocaInst* counter) {
  SharedChecks checks(module);
  checks.count_in(counter);
  for (const PlaceCheck& check : found) {
    if (check.bytes == 1U << kWordShift && is_shared(check.call->getArgOperand(0))) checks.inline_check(check);
  }
}

}  // namespace fencepost::compiler
