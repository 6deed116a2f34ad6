// Where rows of threads part, and how often they go through loops of their own: computed before the loop over threads.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>

#include "compiler/rows/row_accesses.h"

namespace fencepost::compiler {

/// Of integers at the first place, the second and the last, which is `steps`, an i64, from the first: one step apart
/// each.
llvm::Value* is_linear(llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 3>& values, llvm::Value* steps);

/// A Relation of detector/rows/rows.h, of signed numbers or numbers that do not change their sign.
unsigned relation_of(const llvm::ICmpInst& compare);

/// How many of `count` threads, at least one, come out alike where thread i compares `first + i * (second - first)`
/// with 0: `relation` is a Relation of detector/rows/rows.h.
llvm::Value* threads_alike(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second, unsigned relation,
                           llvm::Value* count);

/// What `count` threads have kept, `bytes` each, the first at `first` and the next at `second`, differs by the same
/// from each to the next.
llvm::Value* are_kept_linear(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second, unsigned bytes,
                             llvm::Value* count);

/// Of `threads`, the first have the same turns.
struct StrideTurns {
  llvm::Value* turns;       ///< i64.
  llvm::Value* alike;       ///< So many.
  llvm::Value* is_certain;  ///< i1; else nothing is known.
};

/// Of the loop that `stride` tells: `step` of its counter, `bound` and `starts` (of the first thread, the second, and
/// the last, which is `steps` from the first) before the loop over threads.
StrideTurns turns_of(llvm::IRBuilder<>& builder, const RowStride& stride, llvm::Value* step, llvm::Value* bound,
                     const std::array<llvm::Value*, 3>& starts, llvm::Value* steps, llvm::Value* threads);

}  // namespace fencepost::compiler
