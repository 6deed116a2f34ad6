// What kernels read of the detector's state (sim/interface/inlined_checks.h), and whose memory an address is in.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

#include "sim/interface/inlined_checks.h"

namespace fencepost::compiler {

/// Callbacks that tell the place its number begin so: "read" or "write" and the bytes follow, or "_range".
inline constexpr llvm::StringLiteral kPlaceChecks = "fencepost_place_";

/// `pointer` is, whatever its index, to a `__shared__` variable, or to dynamic shared memory.
bool is_shared(const llvm::Value* pointer);

/// A call of the detector for a plain access of so many bytes.
struct PlainCheck {
  llvm::CallInst* call;
  std::uint64_t bytes;
};

inline constexpr std::uint64_t kWordBytes = 1U << inlined_checks::kWordShift;

/// Of an access of more bytes, its first word and its last do not tell enough of those between.
inline constexpr std::uint64_t kMostPlainBytes = 16;
/// Copies of structs of up to so many bytes may be in rows.
inline constexpr std::uint64_t kMostRangeBytes = 128;

/// Those of at most so many bytes.
std::vector<PlainCheck> plain_checks(llvm::Function& function, std::uint64_t most = kMostPlainBytes);

/// A call `fencepost_place_read4(address, place)` or its like, for an access of a part of a word, or of one, two or
/// four words; or `fencepost_place_read_range(address, place, bytes)`, of some words.
struct PlaceCheck {
  llvm::CallInst* call;
  llvm::Value* place;  ///< Where the program keeps the place's number; null: nowhere.
  std::uint64_t bytes;
  bool writes;
  bool is_atomic = false;  ///< The call is of an atomic function (atomic_operations.h), and performs it.
  bool is_range = false;   ///< It is not decided in the code, but may be in a row.
};
std::vector<PlaceCheck> place_checks(llvm::Function& function);

/// Those of code that is not checked, for which rows are asked; they have no place.
std::vector<PlaceCheck> bounds_checks(llvm::Function& function);

/// The checks of shared words, and those of device memory, become what they do in the common cases, with the call for
/// all others. Accesses are counted in `counter`, `i64`; null: in the detector's state.
void inline_shared_checks(llvm::Module& module, const std::vector<PlaceCheck>& found, llvm::AllocaInst* counter);
void inline_global_checks(llvm::Module& module, const std::vector<PlaceCheck>& found, llvm::AllocaInst* counter);

}  // namespace fencepost::compiler
