// Which kernels order single threads, and so are checked by vector clocks (docs/memory-model.md).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <set>

namespace fencepost::compiler {

/// What may order single threads, by more than block barriers: functions that execute a fence, an atomic operation with
/// an order or of block scope, or a barrier of some threads, and those that may call them. The calls of a function that
/// the object does not have, of another one's device code (-rdc=true), count as such; so do those through pointers if
/// what they can reach does.
class ThreadOrder {
 public:
  /// Of device code whose atomic operations are still instructions.
  explicit ThreadOrder(const llvm::Module& device);

  bool orders_threads(const llvm::Function& function) const { return orders_.contains(&function); }
  /// It, or what it calls, looks at memory that others may write meanwhile: by a volatile or atomic operation whose
  /// result is used.
  bool looks_at_others(const llvm::Function& function) const { return looks_.contains(&function); }
  /// The same, but that fences and barriers alone are no looks: it may learn what threads of other blocks did before
  /// that which it sees, or waits for a cluster, or for what it launches.
  bool learns_of_others(const llvm::Function& function) const { return learns_.contains(&function); }

 private:
  std::set<const llvm::Function*> orders_;
  std::set<const llvm::Function*> looks_;
  std::set<const llvm::Function*> learns_;
};

}  // namespace fencepost::compiler
