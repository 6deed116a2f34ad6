// Writes what a kernel reads as threadIdx, blockIdx, blockDim, gridDim, and of its cluster.
#pragma once

#include "sim/interface/observer.h"

// Defined in sim/interface/builtin_variables.cpp; the CUDA headers give them their CUDA types (three unsigned each).
extern "C" {
extern __thread fencepost::sim::Extent fencepost_thread_idx;
extern __thread fencepost::sim::Extent fencepost_block_idx;
extern __thread fencepost::sim::Extent fencepost_block_dim;
extern __thread fencepost::sim::Extent fencepost_grid_dim;
extern __thread fencepost::sim::Extent fencepost_block_in_cluster;
extern __thread fencepost::sim::Extent fencepost_cluster_dim;
}

namespace fencepost::sim {

inline void set_thread_variables(const Extent& thread) { fencepost_thread_idx = thread; }

inline void set_block_variables(const LaunchInfo& launch, BlockRank rank) {
  fencepost_block_idx = {static_cast<std::uint32_t>(rank % launch.grid.x),
                         static_cast<std::uint32_t>(rank / launch.grid.x % launch.grid.y),
                         static_cast<std::uint32_t>(rank / launch.grid.x / launch.grid.y)};
  fencepost_block_dim = launch.block;
  fencepost_grid_dim = launch.grid;
  const Extent& block = fencepost_block_idx;
  fencepost_block_in_cluster = {block.x % launch.cluster.x, block.y % launch.cluster.y, block.z % launch.cluster.z};
  fencepost_cluster_dim = launch.cluster;
}

}  // namespace fencepost::sim
