// What is a barrier of the block, and what may cross one: the one place that decides it for sources.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace fencepost::compiler {

/// For each call in `body`, but not those in the bodies of lambdas in it: the call and its callee, as far as the type
/// system knows it. True if there is a barrier in inline assembly, too.
bool for_each_call(const clang::Stmt& body,
                   llvm::function_ref<void(const clang::Expr& call, const clang::FunctionDecl& callee)> visit);

/// `asm("bar.sync 0;")` or `barrier.sync 0`, alone.
bool is_barrier_assembly(const clang::Stmt& statement);

/// Remembers what it found of each function. Not thread-safe.
class Barriers {
 public:
  /// `__syncthreads` or one of its kin, or a function whose body is nothing but such calls.
  bool is_barrier(const clang::FunctionDecl& function);

  /// A barrier is crossed in the function or in what it calls: on some path.
  bool synchronises(const clang::FunctionDecl& function);

 private:
  llvm::DenseMap<const clang::FunctionDecl*, bool> barriers_, synchronising_;
};

}  // namespace fencepost::compiler
