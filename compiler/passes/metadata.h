// What clang's side left in the module's metadata.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace fencepost::compiler {

/// The domain of alias scopes of what threads keep at barriers: one for each kind, of which each thread has an element,
/// side by side (set_parts_apart in compiler/threads/frames.h).
inline constexpr llvm::StringLiteral kFramesDomain = "fencepost.frames";

inline std::uint64_t number(const llvm::Metadata* node) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node)->getZExtValue();
}

/// Operand `i`, which is an integer.
inline std::uint64_t number(const llvm::MDNode& node, unsigned i) { return number(node.getOperand(i).get()); }

/// How many threads a warp of the module's kernels has, if it is not CUDA's 32: a flag of the module.
inline constexpr llvm::StringLiteral kWarpSizeFlag = "fencepost.warp_size";

inline std::uint64_t warp_size_of(const llvm::Module& module) {
  constexpr std::uint64_t kOfCuda = 32;
  const llvm::Metadata* const flag = module.getModuleFlag(kWarpSizeFlag);
  return flag == nullptr ? kOfCuda : number(flag);
}

/// The architecture that the module is compiled for, if it is not the device's own, 90: a flag of the module.
inline constexpr llvm::StringLiteral kArchitectureFlag = "fencepost.architecture";

inline std::uint64_t architecture_of(const llvm::Module& module) {
  constexpr std::uint64_t kOfDevice = 90;
  const llvm::Metadata* const flag = module.getModuleFlag(kArchitectureFlag);
  return flag == nullptr ? kOfDevice : number(flag);
}

/// What the largest `extern __shared__` array of the module is aligned to, if it has one: a flag of the module. Where
/// these begin is where a kernel's own `__shared__` variables end.
inline constexpr llvm::StringLiteral kDynamicAlignmentFlag = "fencepost.dynamic_alignment";

inline std::uint64_t dynamic_alignment_of(const llvm::Module& module) {
  const llvm::Metadata* const flag = module.getModuleFlag(kDynamicAlignmentFlag);
  return flag == nullptr ? 1 : number(flag);
}

}  // namespace fencepost::compiler
