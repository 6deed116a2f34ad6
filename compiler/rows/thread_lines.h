// The lines of a block, in each of which threads differ in threadIdx.x alone, as rows of rows.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <optional>
#include <vector>

#include "compiler/rows/row_accesses.h"
#include "compiler/rows/row_list.h"

namespace fencepost::compiler {

/// The loop over lines around that of a row; nullopt if it is of another form, or does anything else.
std::optional<ThreadLines> thread_lines(const RowCode& code);

/// Before a loop over the threads of a line: asks for all lines that are left of threadIdx.y, at once.
class LineWriter {
 public:
  /// `steps`, `turns`: of inner loops, before the loop over threads. `accesses` has lines. References are kept.
  LineWriter(const RowCode& code, const RowAccesses& accesses, llvm::IRBuilder<>& builder,
             const std::map<const llvm::PHINode*, llvm::Value*>& steps,
             const std::map<const llvm::SCEV*, llvm::Value*>& turns, RowList& list);

  /// From where the builder stands. Goes to `told` if this line was told, alone or with those before it; else to
  /// `other`.
  void ask(llvm::BasicBlock* told, llvm::BasicBlock* other);
  /// No line behind the running one was told: i1, where the builder stands.
  llvm::Value* is_last();

 private:
  enum Where : unsigned { kFirst, kSecond, kLast };
  /// A thread of a line, in a turn of an inner loop.
  struct Corner {
    Where x, line, turn;
    llvm::Value* turns;  ///< Of that loop, if `turn` is kLast; else null.
    auto operator<=>(const Corner&) const = default;
  };
  ValueWriter& at(const Corner& corner);
  llvm::Value* wide(const Corner& corner, llvm::Value* value);
  llvm::Value* is_affine(llvm::Value* value, llvm::Value* turns);
  llvm::Value* is_alike(const RowGuard& guard);
  llvm::Value* write_rows();

  const RowCode& code_;
  const RowAccesses& accesses_;
  const ThreadLines& lines_;
  llvm::IRBuilder<>& builder_;
  const std::map<const llvm::PHINode*, llvm::Value*>& steps_;
  const std::map<const llvm::SCEV*, llvm::Value*>& turns_;
  RowList& list_;
  llvm::AllocaInst* told_;  ///< Lines whose threads have ranks below it.
  llvm::Value *last_x_ = nullptr, *steps_x_ = nullptr, *steps_line_ = nullptr;
  std::map<Corner, ValueWriter> writers_;
};

}  // namespace fencepost::compiler
