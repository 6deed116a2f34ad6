// Variables of the runtime that compiled code reads by itself.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>

namespace fencepost::compiler {

inline constexpr llvm::StringLiteral kThreadIdx = "fencepost_thread_idx";  ///< The variable that has threadIdx.

/// A thread-local variable of the runtime, of which `bytes` are there.
llvm::GlobalVariable* runtime_variable(llvm::Module& module, const char* symbol, std::uint64_t bytes);

/// Which part of threadIdx a load reads: 0, 1, 2; nullopt if it reads something else.
std::optional<unsigned> part_of_thread_idx(const llvm::LoadInst& load);

/// It reads blockIdx, blockDim or gridDim.
bool is_of_block(const llvm::LoadInst& load);

}  // namespace fencepost::compiler
