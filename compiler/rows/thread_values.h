// What the values in a loop over threads are for one thread or the other, computed before the loop.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <map>
#include <optional>
#include <vector>

namespace fencepost::compiler {

/// A loop over threads that differ in threadIdx.x alone, in the form that LLVM's simplifyLoop() and formLCSSA() make.
struct ThreadRow {
  llvm::Loop* loop;
  llvm::PHINode* x;         ///< Counts: threadIdx.x.
  llvm::ICmpInst* goes_on;  ///< In the latch: the next x is below `to`.
  llvm::Value* to;
  llvm::StoreInst* announcement;  ///< Of which thread runs: its rank is x and something else.
};

/// Where the function's loops over threads tell which one runs.
std::vector<llvm::StoreInst*> announcements(llvm::Function& function);

/// The row whose thread `announcement` tells; nullopt if its loop is of another form.
std::optional<ThreadRow> thread_row(llvm::StoreInst& announcement, const llvm::LoopInfo& loops);

/// The loop around it, over lines of which each is such a row of `width` threads: those of threadIdx.y up to `height`,
/// then those of the next layer.
struct ThreadLines {
  llvm::Loop* loop = nullptr;
  llvm::PHINode* base = nullptr;                 ///< Rank of the line's thread that has threadIdx.x 0.
  llvm::Value *width = nullptr, *end = nullptr;  ///< `end`: of ranks.
  llvm::PHINode* y = nullptr;
  llvm::Value* height = nullptr;
  llvm::PHINode* z = nullptr;  ///< Null: nobody asks for it.
};

/// What is asked of the code of such a loop. References are kept.
struct RowCode {
  ThreadRow row;
  const llvm::LoopInfo& loops;
  const llvm::DominatorTree& dominators;
  const llvm::PostDominatorTree& ends;
  llvm::ScalarEvolution& evolution;
};

/// What a value of the loop depends on. It can be computed elsewhere, for any thread, if one of these says so.
class ThreadValues {
 public:
  explicit ThreadValues(const RowCode& code) : code_(code), area_(*code.row.loop) {}
  /// Of all threads of lines that differ in threadIdx.y alone: y is a counter as x is. Nothing that they kept counts.
  ThreadValues(const RowCode& code, const ThreadLines& lines) : code_(code), area_(*lines.loop), lines_(&lines) {}

  /// It is `a + b * x + c * i` in numbers without bounds, where i counts the turns of `inner`, a loop in the loop over
  /// threads, or null, if none of `extensions` wraps around between. Of lines: `a + b * x + c * i + d * y`.
  bool is_affine(llvm::Value* value, const llvm::Loop* inner) {
    visits_ = 0;
    return find_affine(value, inner);
  }
  /// It is the same for all threads, and can be computed before them.
  bool is_of_all_threads(const llvm::Value* value) { return !varies(value); }
  /// It is the same for all threads between which no comparison of `guards` changes.
  bool is_guarded(llvm::Value* value);
  /// Whether a thread comes to the block is.
  bool is_reached_by_guards(const llvm::BasicBlock* block);

  /// Narrow values that were extended, as found by is_affine() since it was emptied.
  std::vector<llvm::CastInst*> extensions;
  /// What threads have kept since a barrier, as found by is_affine(): affine if it is so for all threads, which is to
  /// be looked at before the loop.
  std::vector<llvm::LoadInst*> kept;
  std::vector<llvm::ICmpInst*> guards;  ///< Of affine values; as found by the others.

 private:
  [[nodiscard]] bool is_outside(const llvm::Value* value) const;
  [[nodiscard]] bool is_counter(const llvm::Value* value) const {
    return value == code_.row.x || (lines_ != nullptr && (value == lines_->y || value == lines_->base));
  }
  bool varies(const llvm::Value* value);
  [[nodiscard]] bool can_be_copied(const llvm::Instruction& instruction) const;
  bool find_affine(llvm::Value* value, const llvm::Loop* inner);
  bool find_kept(llvm::LoadInst& load);
  bool find_guarded(llvm::Value* value);
  bool find_reached(const llvm::BasicBlock* block);

  static constexpr unsigned kMostVisits = 200;  ///< An expression of more is not looked at.

  const RowCode& code_;
  const llvm::Loop& area_;              ///< What is outside of it is the same for all.
  const ThreadLines* lines_ = nullptr;  ///< Null: of the threads of one line.
  unsigned visits_ = 0;
  std::map<const llvm::Value*, bool> varies_, guarded_;
  std::map<const llvm::BasicBlock*, bool> reached_;
};

/// The one loop in `code`'s that has the block and is not the loop over threads; null if it is in that alone; nullopt
/// if it is deeper.
std::optional<const llvm::Loop*> inner_loop(const RowCode& code, const llvm::BasicBlock& block);

/// The first block from which one comes to `block` or does not: of an inner loop the one before it.
const llvm::BasicBlock* entry_of(const RowCode& code, const llvm::BasicBlock& block);

/// Computes values for one thread, and one turn of inner loops. Only of values that ThreadValues allows.
class ValueWriter {
 public:
  /// `steps`: of inner loops' counters, as can_be_computed() found them. `known`: what some values are. `area`: the
  /// loop outside of which they are what they are where the builder stands.
  ValueWriter(const RowCode& code, llvm::IRBuilder<>& builder, llvm::Value* x, llvm::Value* turn,
              const std::map<const llvm::PHINode*, llvm::Value*>& steps,
              const std::map<const llvm::Value*, llvm::Value*>& known, const llvm::Loop& area)
      : code_(code), area_(area), builder_(builder), turn_(turn), steps_(steps) {
    values_.insert(known.begin(), known.end());
    values_[code.row.x] = x;
  }

  llvm::Value* value(llvm::Value* of);
  llvm::Value* reaches(const llvm::BasicBlock* block);  ///< i1.

 private:
  llvm::Value* goes(const llvm::BasicBlock* from, const llvm::BasicBlock* to);

  const RowCode& code_;
  const llvm::Loop& area_;
  llvm::IRBuilder<>& builder_;
  llvm::Value* turn_;  ///< Of inner loops, i64.
  const std::map<const llvm::PHINode*, llvm::Value*>& steps_;
  std::map<const llvm::Value*, llvm::Value*> values_;
  std::map<const llvm::BasicBlock*, llvm::Value*> reaches_;
};

}  // namespace fencepost::compiler
