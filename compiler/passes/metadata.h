// What clang's side left in the module's metadata.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

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

}  // namespace fencepost::compiler
