// Places in a grid or a block.
#pragma once

#include <cstdint>

#include "detector/model/finding.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

inline Index3 to_index(const sim::Extent& extent) { return {extent.x, extent.y, extent.z}; }

/// Of the block or thread with this rank.
inline Index3 index_of(std::uint64_t rank, const sim::Extent& extent) {
  return {static_cast<std::uint32_t>(rank % extent.x), static_cast<std::uint32_t>(rank / extent.x % extent.y),
          static_cast<std::uint32_t>(rank / extent.x / extent.y)};
}

}  // namespace fencepost::detector
