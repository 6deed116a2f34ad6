// CUDA's atomic functions, as device code calls them.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>

namespace fencepost::compiler {

struct AtomicFunction {
  llvm::StringRef operation;  ///< "Add", "CAS" and so on.
  char type = 0;              ///< Of the number, as C++ mangles it: 'i', 'j', 'f', …
  bool has_scope = false;     ///< `_block` or `_system`.
};

/// `_Z9atomicAddPii` is atomicAdd() of an `int`. Nullopt: another function, or one of no number.
inline std::optional<AtomicFunction> atomic_function(llvm::StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || !name.starts_with("atomic")) return std::nullopt;
  AtomicFunction function;
  function.operation = name.substr(6, length - 6);
  function.has_scope = function.operation.consume_back("_block") || function.operation.consume_back("_system");
  constexpr llvm::StringLiteral kOperations[] = {"Add", "Sub", "Exch", "Min", "Max", "Inc",
                                                 "Dec", "CAS", "And",  "Or",  "Xor"};
  llvm::StringRef types = name.substr(length);
  if (!llvm::is_contained(kOperations, function.operation) || !types.consume_front("P") || types.empty()) {
    return std::nullopt;
  }
  function.type = types.front();
  return llvm::StringRef("ijlmxyfdt").contains(function.type) ? std::optional(function) : std::nullopt;
}

}  // namespace fencepost::compiler
