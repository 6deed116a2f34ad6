// CUDA's atomic functions, as device code calls them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace fencepost::compiler {

struct AtomicFunction {
  llvm::StringRef operation;  ///< "Add", "CAS" and so on.
  char type = 0;              ///< Of the number, as C++ mangles it: 'i', 'j', 'f', …
  bool has_scope = false;     ///< `_block` or `_system`.
};

/// `_Z9atomicAddPii` is atomicAdd() of an `int`. Nullopt: another function, or one of no number.
std::optional<AtomicFunction> atomic_function(llvm::StringRef name);

}  // namespace fencepost::compiler
