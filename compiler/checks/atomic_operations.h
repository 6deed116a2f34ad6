// Atomic functions whose operation can be written in the kernel.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace fencepost::compiler {

/// Of an atomic function's call: its place, as of a PlaceCheck.
inline constexpr llvm::StringLiteral kPlaceOfAtomic = "fencepost.place";

/// Attribute of a call: the source does not use its result.
inline constexpr llvm::StringLiteral kUnusedResult = "fencepost-unused-result";
/// Of a call that no thread can repeat until another does something (mark_passing_operations).
inline constexpr llvm::StringLiteral kInPassing = "fencepost-in-passing";

/// Calls of the runtime's atomic functions of numbers of 4 and 8 bytes.
std::vector<llvm::CallInst*> atomic_calls(llvm::Function& function);

/// Of such a call's number.
std::uint64_t atomic_bytes(const llvm::CallInst& call);

/// The operation of such a call, as the runtime's function does it: sequentially consistent. Its result is the call's.
llvm::Value* write_atomic(llvm::IRBuilder<>& builder, const llvm::CallInst& call);
/// The same where no other OS thread may come to the word meanwhile: a load and a store, which cost a tenth.
llvm::Value* write_atomic_alone(llvm::IRBuilder<>& builder, const llvm::CallInst& call);

}  // namespace fencepost::compiler
