// What all checks that are decided in the code are written with.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace fencepost::compiler {

/// Writes one check after the other into a module's functions. A check reads the detector's state of its OS thread
/// (sim/interface/inlined_checks.h), and leaves for `all_else_` at the first doubt.
class CheckWriter {
 public:
  /// Accesses are counted there: `i64`. Null: in the detector's state.
  void count_in(llvm::AllocaInst* counter) { counter_ = counter; }

 protected:
  /// `counts`: what is decided in the code is counted.
  explicit CheckWriter(llvm::Module& module, bool counts = true);

  /// Around a callback for an access: what is decided in the code goes to `count_`, which counts it, all else to
  /// `all_else_`, which has the callback. Both go on at `after_`.
  void begin(llvm::CallInst& call);
  void end(llvm::CallInst& call);
  /// Goes on if the running thread's next atomic operation orders nothing else, and the block's turn goes on. Then
  /// `end` performs the operation (atomic_operations.h), as `call` does otherwise, which tells `place` its number.
  /// Null: there is none.
  void require_no_turn(llvm::CallInst& call, llvm::Value* place);
  /// What is written next stands at the end of `before`, and checks the access that `call` tells.
  void start(llvm::BasicBlock& before, llvm::CallInst& call);

  llvm::BasicBlock* new_block();
  void go_on_if(llvm::Value* condition, llvm::BasicBlock* otherwise);
  void count_if(llvm::Value* condition);
  /// A word that is accessed: its cell.
  struct Word {
    llvm::Value* cell;
    llvm::Value* second_at;
    llvm::Value* first;
    llvm::Value* differs;  ///< From the access that is checked.
    llvm::Value* second = nullptr;
  };
  /// The cells of `count` words from `at` on, which are compared with the access `here`.
  void look_at_cells(llvm::Value* at, std::uint64_t count, llvm::Value* here);
  /// It holds for all of words_.
  llvm::Value* all(const std::function<llvm::Value*(const Word&)>& condition);
  void set(const Word& word, llvm::Value* first, llvm::Value* second);
  void load_seconds();
  /// The first entries of words_ are one access, of the same place by another thread.
  llvm::Value* differ_alike_in_thread();
  /// Of a read where that is so, and there is no second entry: goes to `count_` with the thread added, if it is above
  /// those that are there, the same in all (cell::add_thread).
  void add_higher_thread(llvm::Value* thread);
  /// The second word of a cell with one entry, and `thread` added, which is not below those that are there.
  llvm::Value* added(const Word& word, llvm::Value* thread);
  /// A choice that cannot be foretold, and is no branch.
  llvm::Value* choose(llvm::Value* condition, llvm::Value* yes, llvm::Value* no);
  /// The running thread's rank.
  llvm::Value* thread();
  llvm::Constant* constant(std::uint64_t value) { return llvm::ConstantInt::get(word_, value); }
  /// A part of the state by its offset.
  llvm::Value* field(unsigned offset);
  llvm::LoadInst* load(unsigned offset) { return builder_.CreateAlignedLoad(word_, field(offset), llvm::Align(8)); }

  /// The same of what stays as it is from barrier to barrier.
  llvm::LoadInst* fixed(unsigned offset);
  void keep_fixed(llvm::LoadInst& part);
  /// What is known of the access' place, without its epoch and thread.
  llvm::Value* known_of(llvm::Value& place);

  llvm::Module& module_;
  llvm::PointerType* pointer_;
  llvm::IntegerType* word_;
  llvm::MDNode* common_;  ///< Weights of a branch that is nearly always taken.
  llvm::IRBuilder<> builder_;
  bool counts_;
  llvm::AllocaInst* counter_ = nullptr;
  // Of the check that is being written:
  llvm::Value* address_ = nullptr;
  llvm::Value* state_ = nullptr;
  llvm::BasicBlock* after_ = nullptr;
  llvm::BasicBlock* count_ = nullptr;
  llvm::BasicBlock* all_else_ = nullptr;
  std::vector<Word> words_;

 private:
  llvm::Value* part_of_current(unsigned offset);
  /// Some atomic operation in it may be announced to order more (sim::current.order), and is the next one then.
  bool announces_orders(const llvm::Function& function);
  /// In place of the call's result, what the operation gives that is written next.
  void perform(llvm::CallInst& call);
  llvm::Value* perform_in_device_memory(const llvm::CallInst& call);

  const llvm::Function* asked_ = nullptr;  ///< Whether it announces orders.
  bool announces_ = false;

  // Of an atomic operation: where the block's operations are counted, and how many they are with this one.
  bool performs_ = false;  ///< The check is of an atomic function, which `end` performs.
  llvm::Value* turn_ = nullptr;
  llvm::Value* operations_ = nullptr;
};

}  // namespace fencepost::compiler
