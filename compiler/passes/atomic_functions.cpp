#include "compiler/passes/atomic_functions.h"

#include <llvm/ADT/STLExtras.h>

namespace fencepost::compiler {

std::optional<AtomicFunction> atomic_function(llvm::StringRef name) {
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
