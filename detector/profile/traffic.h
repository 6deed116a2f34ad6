// What one memory access of a warp costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "detector/model/profile.h"

namespace fencepost::detector {

inline constexpr std::uint64_t kSectorBytes = 32;  ///< What global memory moves at once.

/// What one lane accesses: 1, 2, 4, 8 or 16 bytes, all lanes of an access as many.
struct LaneAccess {
  std::uint64_t address = 0;  ///< In shared memory: from any begin that is a multiple of 128.
  std::uint32_t bytes = 0;
  std::uint32_t lane = 0;  ///< 0 to 31.
  bool atomic = false;
};

/// Passes of a warp's access to shared memory: 32 banks, each 4 bytes wide, serve one word each in a pass (CUDA C++
/// Programming Guide, "Shared Memory" of compute capability 5.x and later). Lanes on one word are served together;
/// atomic operations on one word are not. Accesses of 8 bytes are made by half warps, of 16 by quarter warps.
/// `lanes` is in order of lanes, not empty.
SharedTraffic shared_traffic(std::span<const LaneAccess> lanes);

/// Sectors of a warp's access to global memory: the distinct aligned 32-byte pieces it touches. At least needed are as
/// many as would hold the distinct bytes. `lanes` has at most 32 entries and is not empty; it is reordered.
GlobalTraffic global_traffic(std::span<LaneAccess> lanes);

}  // namespace fencepost::detector
