// What a kernel reads: from memory, of its parameters, and of threadIdx and its like.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "compiler/lifting/kernel_draft.h"

namespace fencepost::compiler {

/// kThreadIdx, kBlockIdx, kBlockDim or kGridDim, and the dimension.
using Builtin = std::pair<SymbolicOp, std::int64_t>;

/// What of threadIdx and its like the instruction reads; nullopt: nothing.
std::optional<Builtin> builtin_of(const llvm::LoadInst& load);
/// PTX: `mov.u32 $0, %tid.x;`.
std::optional<Builtin> builtin_of(const llvm::CallBase& call);
/// "tid.x" of the same; empty: it is something else.
llvm::StringRef reads_special_register(const llvm::CallBase& call);

/// The attribute by which a prepared kernel tells that its source reads it, be it in code that was dropped.
std::string builtin_attribute(const Builtin& builtin);

/// A parameter's member or a part of threadIdx is one value, however often it is read. Thread safety: one user.
class LoadLifter {
 public:
  /// `draft` is to outlive it.
  explicit LoadLifter(KernelDraft& draft) : draft_(draft) {}

  void lift(const llvm::LoadInst& load);

 private:
  void lift_member(const llvm::LoadInst& load, const SymbolicPointer& pointer);
  /// threadIdx and its like.
  std::optional<std::int32_t> builtin_value(const llvm::LoadInst& load);

  KernelDraft& draft_;
  std::map<Builtin, std::int32_t> builtins_;
  std::map<std::pair<std::string, const llvm::Type*>, std::int32_t> members_;
};

}  // namespace fencepost::compiler
