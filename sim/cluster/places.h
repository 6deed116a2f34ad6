// Which blocks are of one cluster, and in which order blocks begin.
#pragma once

#include "sim/interface/observer.h"

namespace fencepost::sim {

/// CUDA C++ Programming Guide, "Thread Block Clusters": more only with cudaFuncAttributeNonPortableClusterSizeAllowed.
inline constexpr std::uint32_t kMostPortableCluster = 8;
inline constexpr std::uint32_t kMostInCluster = 16;

/// The blocks of a cluster, where they may wait for each other or access each other's memory; else 1.
inline std::uint32_t blocks_begun_together(const LaunchInfo& launch) {
  return launch.orders_threads ? static_cast<std::uint32_t>(launch.cluster.count()) : 1;
}

/// The block that begins as number `number` of the launch: blocks that begin together do so cluster by cluster.
BlockRank block_begun_at(const LaunchInfo&, std::uint64_t number);

/// Where the block is in its cluster, and the rank of that place (PTX ISA, "%cluster_ctaid", "%cluster_ctarank").
Extent place_in_cluster(const LaunchInfo&, BlockRank);
std::uint32_t rank_in_cluster(const LaunchInfo&, BlockRank);
/// A number for each cluster of the launch: that of the first block of its place in the grid of clusters.
std::uint64_t cluster_of(const LaunchInfo&, BlockRank);

}  // namespace fencepost::sim
