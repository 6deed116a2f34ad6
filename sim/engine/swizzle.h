// How tensor copies and matrix descriptors permute shared memory.
#pragma once

#include <cstdint>

namespace fencepost::sim {

inline constexpr std::uintptr_t kSwizzleUnit = 16;  ///< Bytes that stay together, at least.

/// Where the byte at `address` lies: within each group of 8 rows of 128 bytes the number of its unit is combined with
/// that of the row. `width`: 32, 64 or 128 bytes, which share a row's number; 0: nothing is permuted. `unit`: 16 bytes,
/// or of a width of 128 also 32 or 64 (PTX ISA, "Tensor swizzling modes").
inline std::uintptr_t swizzled(std::uintptr_t address, int width, std::uintptr_t unit = kSwizzleUnit) {
  if (width == 0) return address;
  const std::uintptr_t mask = static_cast<std::uintptr_t>(width) / unit - 1;  // 1, 3, 7
  return address ^ (address >> 7 & mask) * unit;
}

}  // namespace fencepost::sim
