// How many threads a warp has: 32, or 64 in programs in HIP for such wavefronts.
#pragma once

#include <cstdint>

namespace fencepost::sim {

inline constexpr std::uint32_t kWarpSize = 32;         ///< CUDA's, and what its instructions for matrices are made for.
inline constexpr std::uint32_t kLargestWarpSize = 64;  ///< AMD's wavefronts of CDNA and GCN.

/// A bit for each lane of a warp, from the lowest on.
using LaneBits = std::uint64_t;

/// The first `count` lanes.
constexpr LaneBits first_lanes(std::uint32_t count) {
  return count >= kLargestWarpSize ? ~LaneBits{0} : (LaneBits{1} << count) - 1;
}

/// Of all kernels of the process: their code is made for one or the other. Fixed before the first launch, by
/// choose_warp_size().
inline constinit std::uint32_t warp_size = kWarpSize;
inline constinit LaneBits all_lanes = first_lanes(kWarpSize);

/// What is given for lanes in a register of 64 bits, of which callers with warps of 32 set but the lower half.
inline LaneBits lanes_given(std::uint64_t bits) { return bits & all_lanes; }

/// The process has, or is about to have, kernels for warps of this size, 32 or 64. False: it has chosen the other one.
/// Thread-safe.
bool choose_warp_size(std::uint64_t size);
/// The same for the size that is chosen, or 32 if none is: for who tells the program of it.
std::uint32_t fix_warp_size();

}  // namespace fencepost::sim
