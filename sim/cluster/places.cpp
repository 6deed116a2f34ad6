#include "sim/cluster/places.h"

namespace fencepost::sim {

namespace {

Extent index_in(std::uint64_t rank, const Extent& of) {
  return {static_cast<std::uint32_t>(rank % of.x), static_cast<std::uint32_t>(rank / of.x % of.y),
          static_cast<std::uint32_t>(rank / of.x / of.y)};
}

std::uint64_t rank_in(const Extent& index, const Extent& of) {
  return index.x + std::uint64_t{of.x} * (index.y + std::uint64_t{of.y} * index.z);
}

Extent clusters_of(const LaunchInfo& launch) {
  return {launch.grid.x / launch.cluster.x, launch.grid.y / launch.cluster.y, launch.grid.z / launch.cluster.z};
}

}  // namespace

BlockRank block_begun_at(const LaunchInfo& launch, std::uint64_t number) {
  const std::uint32_t together = blocks_begun_together(launch);
  if (together == 1) return number;
  const Extent cluster = index_in(number / together, clusters_of(launch));
  const Extent place = index_in(number % together, launch.cluster);
  const Extent& size = launch.cluster;
  return rank_in({cluster.x * size.x + place.x, cluster.y * size.y + place.y, cluster.z * size.z + place.z},
                 launch.grid);
}

Extent place_in_cluster(const LaunchInfo& launch, BlockRank block) {
  const Extent index = index_in(block, launch.grid);
  return {index.x % launch.cluster.x, index.y % launch.cluster.y, index.z % launch.cluster.z};
}

std::uint32_t rank_in_cluster(const LaunchInfo& launch, BlockRank block) {
  return static_cast<std::uint32_t>(rank_in(place_in_cluster(launch, block), launch.cluster));
}

std::uint64_t cluster_of(const LaunchInfo& launch, BlockRank block) {
  const Extent index = index_in(block, launch.grid);
  return rank_in({index.x / launch.cluster.x, index.y / launch.cluster.y, index.z / launch.cluster.z},
                 clusters_of(launch));
}

}  // namespace fencepost::sim
