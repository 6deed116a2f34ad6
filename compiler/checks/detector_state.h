// What kernels read of the detector's state (sim/interface/inlined_checks.h), and whose memory an address is in.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

namespace fencepost::compiler {

/// `pointer` is, whatever its index, to a `__shared__` variable, or to dynamic shared memory.
bool is_shared(const llvm::Value* pointer);

/// A call of the detector for a plain access of so many bytes, at most 16.
struct PlainCheck {
  llvm::CallInst* call;
  std::uint64_t bytes;
};
std::vector<PlainCheck> plain_checks(llvm::Function& function);

}  // namespace fencepost::compiler
