// Which array an address of a kernel lies in, where the code tells: for blocks that are not checked but for bounds.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/checks/detector_state.h"

namespace fencepost::compiler {

/// Of a loop over threads: the arrays that its accesses go to. A pointer that is the same in all of it, or a variable,
/// is looked up before it, once (`fencepost_array_around`, detector/abi/row_callbacks.cpp); a `__shared__` variable has
/// its size. So an access within needs neither a look at memory nor more than one comparison.
class KnownArrays {
 public:
  /// Writes the look-ups into `function`, for the addresses of these calls.
  KnownArrays(llvm::Function& function, const std::vector<llvm::CallInst*>& accesses);

  /// Whether the call's access of so many bytes surely lies in its array, by code at the builder; null where that is
  /// not known to be one.
  llvm::Value* contains(llvm::IRBuilder<>& builder, const llvm::CallInst& access, std::uint64_t bytes) const;

 private:
  struct Array {
    llvm::Value* begin;  ///< `i64`, or the `__shared__` variable.
    llvm::Value* bytes;  ///< `i64`; 0: the pointer is to no array.
  };
  std::map<const llvm::CallInst*, Array> arrays_;
};

}  // namespace fencepost::compiler
