// Parts of the threads of a line for which all conditions come out alike, computed before the loop over them.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>

#include "compiler/rows/row_accesses.h"
#include "compiler/rows/thread_values.h"

namespace fencepost::compiler {

/// From a first thread on.
struct ThreadPart {
  llvm::Value* high;        ///< The thread behind the last.
  llvm::Value* is_certain;  ///< i1; else the part is all the rest, and nothing is known of it.
  std::map<const llvm::Loop*, llvm::Value*> stride_turns;  ///< Of inner loops with a RowStride: turns of each thread.
};

/// References are kept.
class PartWriter {
 public:
  /// `steps`: of inner loops' counters; `carried`: what the first thread begins with.
  PartWriter(const RowCode& code, const RowAccesses& accesses, llvm::IRBuilder<>& builder,
             const std::map<const llvm::PHINode*, llvm::Value*>& steps,
             const std::map<const llvm::Value*, llvm::Value*>& carried)
      : code_(code), accesses_(accesses), builder_(builder), steps_(steps), carried_(carried) {}

  /// Of the threads from `low` on, where the builder stands. `first`, `second`: writers for it and the next.
  ThreadPart write(llvm::Value* low, ValueWriter& first, ValueWriter& second);

 private:
  ThreadPart write_guards(llvm::Value* low, ValueWriter& first, ValueWriter& second, llvm::Value* left);
  llvm::Value* split_by(const RowGuard& guard, ValueWriter& first, ValueWriter& second, ValueWriter& last,
                        llvm::Value* steps, llvm::Value* left, llvm::Value*& is_certain);
  llvm::Value* stays(llvm::Value* low, ValueWriter& first);
  llvm::Value* is_linear(llvm::CastInst& extension, ValueWriter& first, ValueWriter& second, ValueWriter& last,
                         llvm::Value* steps);

  const RowCode& code_;
  const RowAccesses& accesses_;
  llvm::IRBuilder<>& builder_;
  const std::map<const llvm::PHINode*, llvm::Value*>& steps_;
  const std::map<const llvm::Value*, llvm::Value*>& carried_;
};

}  // namespace fencepost::compiler
