// What a kernel tells of its rows (sim/interface/inlined_checks.h), written into memory of its own.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <cstdint>

#include "compiler/rows/row_accesses.h"

namespace fencepost::compiler {

inline constexpr std::uint32_t kFewThreads = 8;  ///< Not worth a row.

/// Code that writes AccessRows and the RowThreads that make them, and that asks the detector for them.
class RowList {
 public:
  RowList(llvm::Function& function, const RowAccesses& accesses);

  /// Of a row: where the first thread's access is, the second's, the first's in the second turn of its inner loop
  /// (null: there is none) and that of the first in the second line (null: of one line).
  struct Addresses {
    llvm::Value *first, *second, *second_turn, *second_line;
  };
  void write(llvm::IRBuilder<>& builder, std::size_t number, const Addresses& addresses, llvm::Value* turns);
  /// Of each line `count` threads, the first of all with the rank `first`.
  void write_threads(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* count, llvm::Value* lines);
  /// Of kRowsTold and its kin.
  llvm::Value* ask(llvm::IRBuilder<>& builder);

  llvm::Value* row(llvm::IRBuilder<>& builder, std::size_t number);
  [[nodiscard]] llvm::Value* rows() const { return list_; }
  [[nodiscard]] llvm::Value* threads() const { return threads_; }

 private:
  const RowAccesses& accesses_;
  llvm::Module& module_;
  const bool is_checked_;
  llvm::AllocaInst *list_, *threads_;
};

}  // namespace fencepost::compiler
