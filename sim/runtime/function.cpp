#include "sim/runtime/function.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "sim/cluster/places.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/interface/warp_size.h"
#include "sim/runtime/cluster_launch.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/registration.h"
#include "sim/runtime/unsupported.h"

using fencepost::sim::device_properties;
using fencepost::sim::dynamic_shared_limit;
using fencepost::sim::kMostPortableCluster;
using fencepost::sim::static_shared_bytes;
using fencepost::sim::sticky_error;
using fencepost::sim::warp_size;

namespace {

fencepost::sim::HostMutex functions_mutex;

/// Of the current device: function to dynamic shared memory.
std::map<const void*, std::size_t>& opt_ins() {
  static auto* const all = new std::array<std::map<const void*, std::size_t>, fencepost::sim::kMostDevices>;
  return (*all)[fencepost::sim::current_device()];
}

cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_size, std::size_t shared_bytes) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  const cudaDeviceProp& device = device_properties();
  *blocks = 0;
  // Launch bounds do not count here.
  if (block_size > device.maxThreadsPerBlock || shared_bytes > dynamic_shared_limit(function)) return cudaSuccess;
  const int lanes = static_cast<int>(warp_size);
  const int threads = (block_size + lanes - 1) / lanes * lanes;
  const std::size_t of_block = shared_bytes + static_shared_bytes(function) + device.reservedSharedMemPerBlock;
  const auto by_memory = static_cast<int>(std::min<std::size_t>(
      device.sharedMemPerMultiprocessor / of_block, static_cast<std::size_t>(device.maxBlocksPerMultiProcessor)));
  *blocks = std::min(by_memory, device.maxThreadsPerMultiProcessor / threads);
  return cudaSuccess;
}

}  // namespace

std::uint64_t fencepost::sim::most_threads(const void* function) {
  const auto of_device = static_cast<std::uint64_t>(device_properties().maxThreadsPerBlock);
  const KernelEntry* const kernel = registered_kernel(function);
  return kernel == nullptr || kernel->most_threads == 0 ? of_device : std::min(kernel->most_threads, of_device);
}

std::size_t fencepost::sim::static_shared_bytes(const void* function) {
  const KernelEntry* const kernel = registered_kernel(function);
  return kernel == nullptr || kernel->static_shared_bytes == nullptr ? 0 : *kernel->static_shared_bytes;
}

std::size_t fencepost::sim::dynamic_shared_limit(const void* function) {
  const std::size_t of_variables = static_shared_bytes(function);
  const std::size_t by_default = of_variables < kDefaultSharedBytes ? kDefaultSharedBytes - of_variables : 0;
  const std::lock_guard lock(functions_mutex);
  const auto found = opt_ins().find(function);
  return found == opt_ins().end() ? by_default : std::max(found->second, by_default);
}

extern "C" {

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(function != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(function != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaGetFuncBySymbol(CUfunc_st** function, const void* symbol) {
  FENCEPOST_RETURN_IF_STICKY();
  if (function == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (fencepost::sim::registered_kernel(symbol) == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  *function = static_cast<CUfunc_st*>(const_cast<void*>(symbol));
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  FENCEPOST_RETURN_IF_STICKY();
  if (function == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      if (value < 0 || static_cast<std::size_t>(value) + static_shared_bytes(function) >
                           device_properties().sharedMemPerBlockOptin) {
        return FENCEPOST_RESULT(cudaErrorInvalidValue);
      }
      const std::lock_guard lock(functions_mutex);
      opt_ins()[function] = static_cast<std::size_t>(value);
      return cudaSuccess;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      return FENCEPOST_RESULT(value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      fencepost::sim::allow_large_clusters(function, value != 0);
      return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return FENCEPOST_RESULT(value >= cudaClusterSchedulingPolicyDefault &&
                                      value <= cudaClusterSchedulingPolicyLoadBalancing
                                  ? cudaSuccess
                                  : cudaErrorInvalidValue);
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
      fencepost::sim::refuse("a kernel whose clusters are set by cudaFuncSetAttribute: use __cluster_dims__, which",
                             FENCEPOST_USER_PC);
  }
  return FENCEPOST_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  FENCEPOST_RETURN_IF_STICKY();
  if (attributes == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (function == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(function);
  attributes->maxThreadsPerBlock = static_cast<int>(fencepost::sim::most_threads(function));
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 10 * device_properties().major + device_properties().minor;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit(function));
  attributes->preferredShmemCarveout = -1;
  attributes->nonPortableClusterSizeAllowed = fencepost::sim::most_in_cluster(function) > kMostPortableCluster ? 1 : 0;
  if (const fencepost::KernelEntry* const kernel = fencepost::sim::registered_kernel(function);
      kernel != nullptr && kernel->cluster[0] != 0) {
    attributes->clusterDimMustBeSet = 1;
    attributes->requiredClusterWidth = static_cast<int>(kernel->cluster[0]);
    attributes->requiredClusterHeight = static_cast<int>(kernel->cluster[1]);
    attributes->requiredClusterDepth = static_cast<int>(kernel->cluster[2]);
  }
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          size_t dynamic_shared_bytes) {
  return FENCEPOST_RESULT(blocks_per_multiprocessor(blocks, function, block_size, dynamic_shared_bytes));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int block_size,
                                                                   size_t dynamic_shared_bytes, unsigned int) {
  return FENCEPOST_RESULT(blocks_per_multiprocessor(blocks, function, block_size, dynamic_shared_bytes));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared_bytes, const void* function, int blocks,
                                                      int block_size) {
  FENCEPOST_RETURN_IF_STICKY();
  if (dynamic_shared_bytes == nullptr || blocks <= 0 || block_size <= 0) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  const cudaDeviceProp& device = device_properties();
  const std::size_t share = device.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
  const std::size_t taken = device.reservedSharedMemPerBlock + static_shared_bytes(function);
  const std::size_t left = share > taken ? share - taken : 0;
  *dynamic_shared_bytes = std::min(left, dynamic_shared_limit(function));
  return cudaSuccess;
}

}  // extern "C"
