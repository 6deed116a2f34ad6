#include "sim/runtime/cluster_launch.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

#include "sim/cluster/places.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/registration.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {

namespace {

constexpr Extent kNone{0, 0, 0};

HostMutex large_clusters_mutex;
/// On the current device.
std::set<const void*>& of_large_clusters() {
  static auto* const all = new std::array<std::set<const void*>, kMostDevices>;
  return (*all)[current_device()];
}

/// What the attributes of `config` say; zeros: nothing.
Extent cluster_in(const cudaLaunchConfig_t& config) {
  Extent cluster = kNone;
  for (unsigned int i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& said = config.attrs[i].val.clusterDim;
    cluster = {said.x, said.y, said.z};
  }
  return cluster;
}

cudaError_t blocks_at_a_time(const void* function, const cudaLaunchConfig_t& config, int& blocks) {
  const int threads = static_cast<int>(config.blockDim.x * config.blockDim.y * config.blockDim.z);
  int of_one = 0;
  const cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, function, threads, config.dynamicSmemBytes);
  blocks = of_one * static_cast<int>(multiprocessors_of(is_stream(config.stream) ? config.stream : nullptr));
  return error;
}

}  // namespace

Extent cluster_of(const KernelEntry& kernel) {
  const auto part = [&](int i) { return static_cast<std::uint32_t>(kernel.cluster[i]); };
  return {part(0), part(1), part(2)};
}

void allow_large_clusters(const void* function, bool allowed) {
  const std::lock_guard lock(large_clusters_mutex);
  if (allowed) {
    of_large_clusters().insert(function);
  } else {
    of_large_clusters().erase(function);
  }
}

std::uint32_t most_in_cluster(const void* function) {
  const std::lock_guard lock(large_clusters_mutex);
  return of_large_clusters().contains(function) ? kMostInCluster : kMostPortableCluster;
}

cudaError_t choose_cluster(LaunchConfiguration& configuration, const void* function, const Extent& of_kernel) {
  Extent& cluster = configuration.cluster;
  const Extent said = cluster;
  configuration.has_clusters = said != kNone || of_kernel != kNone;
  cluster = said != kNone ? said : of_kernel != kNone ? of_kernel : Extent{1, 1, 1};
  const bool is_none = cluster.x == 0 || cluster.y == 0 || cluster.z == 0;
  const Extent& grid = configuration.grid;
  const bool too_large = cluster.x > kMostInCluster || cluster.y > kMostInCluster || cluster.z > kMostInCluster ||
                         cluster.count() > most_in_cluster(function);
  if (is_none || too_large || (of_kernel != kNone && cluster != of_kernel) || grid.x % cluster.x != 0 ||
      grid.y % cluster.y != 0 || grid.z % cluster.z != 0) {
    cluster = {1, 1, 1};
    return cudaErrorInvalidClusterSize;
  }
  return cudaSuccess;
}

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config) {
  FENCEPOST_RETURN_IF_STICKY();
  if (clusters == nullptr || config == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const fencepost::KernelEntry* const kernel = registered_kernel(function);
  if (kernel == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  LaunchConfiguration configuration{.grid = {config->gridDim.x, config->gridDim.y, config->gridDim.z},
                                    .cluster = cluster_in(*config)};
  if (const cudaError_t error = choose_cluster(configuration, function, cluster_of(*kernel)); error != cudaSuccess) {
    return FENCEPOST_RESULT(error);
  }
  int blocks = 0;
  const cudaError_t error = blocks_at_a_time(function, *config, blocks);
  *clusters = blocks / static_cast<int>(configuration.cluster.count());
  return FENCEPOST_RESULT(error);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
  FENCEPOST_RETURN_IF_STICKY();
  if (cluster_size == nullptr || config == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (registered_kernel(function) == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  int blocks = 0;
  const cudaError_t error = blocks_at_a_time(function, *config, blocks);
  *cluster_size = std::min(blocks, static_cast<int>(most_in_cluster(function)));
  return FENCEPOST_RESULT(error);
}

}  // extern "C"
