// Which accesses of a loop over threads can be told in rows.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>
#include <vector>

#include "compiler/checks/detector_state.h"
#include "compiler/rows/thread_values.h"

namespace fencepost::compiler {

/// How a loop within that over threads goes on, as `for (i = x; i < n; i += threads)` does: while its counter is below
/// a bound, which is the same for all threads.
struct RowStride {
  llvm::PHINode* counter;
  llvm::Value* start;
  llvm::Value* bound;
  bool is_signed;                           ///< Both are.
  bool asks_first;                          ///< Before its first turn, too.
  std::vector<llvm::CastInst*> extensions;  ///< In `start`.
};

/// An access that is told with its row.
struct RowAccess {
  PlaceCheck check;
  const llvm::Loop* inner;                  ///< Null: once for each thread.
  const llvm::SCEV* turns;                  ///< Of the inner loop, as often as it makes the access; null: see `stride`.
  std::optional<RowStride> stride;          ///< Turns may differ from thread to thread.
  std::vector<llvm::CastInst*> extensions;  ///< In its address: none may wrap around between the threads.
};

/// A comparison that parts the threads.
struct RowGuard {
  llvm::ICmpInst* compare;
  std::vector<llvm::CastInst*> extensions;
};

/// How all that is from line to line of a block, of which each is such a row.
struct RowLines {
  ThreadLines loop;
  std::vector<std::vector<llvm::CastInst*>> extensions;  ///< In the address of each row.
  std::vector<RowGuard> guards;                          ///< More, perhaps: what decides between lines, too.
};

struct RowAccesses {
  std::vector<RowAccess> rows;           ///< In the order of the code.
  std::vector<llvm::CallInst*> covered;  ///< Of code that is not checked: what `rows` ask covers these.
  std::vector<RowGuard> guards;
  std::vector<llvm::LoadInst*> kept;    ///< All are to be affine in the thread.
  std::vector<llvm::PHINode*> carried;  ///< From thread to thread, but x.
  llvm::BranchInst* leaves = nullptr;   ///< Where a thread may stop the loop; null: nowhere.
  llvm::BranchInst* stops = nullptr;    ///< Where the loop ends since a thread had to wait, and others ran without it.
  std::vector<llvm::Value*> divisors;   ///< The same for all threads; divisions stop none if none of these is 0 or -1.
  bool is_alone = false;                ///< All that is told is told in rows.
  bool is_bare = false;                 ///< Nothing is told: of code without checks.
  std::optional<RowLines> lines;        ///< Lines of the block may be told together.

  /// Some are told behind the loop.
  [[nodiscard]] bool any_writes() const {
    return llvm::any_of(rows, [](const RowAccess& row) { return row.check.writes; });
  }
};

/// nullopt: there are none.
std::optional<RowAccesses> find_row_accesses(llvm::Function& function, const RowCode& code);

/// Of code without checks: what parts the threads. nullopt: some may do what must be told with the thread.
std::optional<RowAccesses> find_bare_row(llvm::Function& function, const RowCode& code);

}  // namespace fencepost::compiler
