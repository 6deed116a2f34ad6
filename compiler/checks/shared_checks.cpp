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

  /// `check` becomes what it does in the common cases; in all others it is called. The conditions are those of
  /// detector/abi/callback_checks.h, in fewer instructions.
  void inline_check(const PlaceCheck& check) {
    begin(*check.call);
    if (check.is_atomic) require_no_turn(*check.call, check.place);
    decide(check);
    end(*check.call);
  }

 private:
  /// An atomic operation, which conflicts with others of its line as little as reads do, is decided as they are.
  void decide(const PlaceCheck& check) {
    llvm::Value* const from_begin = builder_.CreateSub(builder_.CreatePtrToInt(address_, word_), fixed(kSharedBegin));
    go_on_if(builder_.CreateICmpULT(from_begin, fixed(kSharedBytes)), all_else_);
    if (llvm::getKnownAlignment(address_, module_.getDataLayout()) < check.bytes) {
      go_on_if(builder_.CreateIsNull(builder_.CreateAnd(from_begin, constant(check.bytes - 1))), all_else_);
    }
    go_on_if(builder_.CreateIsNull(load(kPending)), all_else_);

    llvm::Value* const known = known_of(*check.place);
    llvm::Value* const epoch = fixed(kEpoch);
    llvm::Value* const thread = this->thread();
    llvm::Value* const here = builder_.CreateOr(builder_.CreateOr(known, epoch), thread);
    llvm::Value* const cells = builder_.CreateIntToPtr(fixed(kSharedCells), pointer_);
    constexpr std::uint64_t kWordBytes = 1U << kWordShift;
    llvm::Value* const at = builder_.CreateGEP(llvm::ArrayType::get(word_, 2), cells,
                                               builder_.CreateExactUDiv(from_begin, constant(kWordBytes)));
    look_at_cells(at, check.bytes / kWordBytes, here);

    // A place without a number differs in more than the thread.
    llvm::BasicBlock* const other = new_block();
    const auto is_known = [&] { return all([&](const Word& word) { return builder_.CreateIsNull(word.differs); }); };
    if (check.writes) {
      builder_.CreateCondBr(is_known(), count_, other);
    } else {
      go_on_if(differ_alike_in_thread(), other);
      count_if(is_known());
      add_higher_thread(thread);
    }

    // The first access of the interval, to words that were touched by the block before. A write of the whole word need
    // not know whether it was.
    builder_.SetInsertPoint(other);
    go_on_if(builder_.CreateIsNotNull(known), all_else_);
    llvm::Value* const from = check.writes ? static_cast<llvm::Value*>(constant(0)) : fixed(kBlock);
    llvm::BasicBlock* const later = check.is_atomic ? all_else_ : new_block();
    llvm::Value* const length = builder_.CreateSub(epoch, from);
    go_on_if(
        all([&](const Word& word) { return builder_.CreateICmpULT(builder_.CreateSub(word.first, from), length); }),
        later);
    for (const Word& word : words_) set(word, here, thread);
    builder_.CreateBr(count_);
    if (check.is_atomic) return;
    builder_.SetInsertPoint(later);
    add_second_entry(here, thread);
  }

  /// The thread has the words for itself, by another line or kind: a second entry, which may be there.
  void add_second_entry(llvm::Value* here, llvm::Value* thread) {
    go_on_if(all([&](const Word& word) { return builder_.CreateICmpULT(word.differs, constant(kEntry + 1)); }),
             all_else_);
    for (Word& word : words_) word.second = builder_.CreateAlignedLoad(word_, word.second_at, llvm::Align(8));
    llvm::Value* const entry = builder_.CreateAnd(here, constant(kEntry));
    llvm::Value* const as_second = builder_.CreateOr(constant(kTwo << (kStateShift - kSecondShift)), entry);
    count_if(all([&](const Word& word) {
      return builder_.CreateICmpEQ(builder_.CreateLShr(word.second, kSecondShift), as_second);
    }));
    go_on_if(all([&](const Word& word) {
               llvm::Value* const by_other = builder_.CreateAnd(word.differs, constant(~kSiteAndKind));
               return builder_.CreateIsNull(builder_.CreateOr(by_other, builder_.CreateXor(word.second, thread)));
             }),
             all_else_);
    llvm::Value* const added =
        builder_.CreateOr(builder_.CreateShl(as_second, kSecondShift), builder_.CreateShl(thread, kSecondThreadsShift));
    for (const Word& word : words_) {
      builder_.CreateAlignedStore(builder_.CreateOr(word.second, added), word.second_at, llvm::Align(8));
    }
    builder_.CreateBr(count_);
  }
};

}  // namespace

void inline_shared_checks(llvm::Module& module, const std::vector<PlaceCheck>& found, llvm::AllocaInst* counter) {
  SharedChecks checks(module);
  checks.count_in(counter);
  for (const PlaceCheck& check : found) {
    if (is_shared(check.call->getArgOperand(0))) checks.inline_check(check);
  }
}

}  // namespace fencepost::compiler
