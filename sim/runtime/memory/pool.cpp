#include "sim/runtime/memory/pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"

struct CUmemPoolHandle_st {
  cudaMemPoolProps properties{};
  std::uint64_t release_threshold = 0;  ///< Bytes it keeps when the host synchronises with the device.
  std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  int may_reuse[4] = {0, 1, 1, 1};  ///< By cudaMemPoolReuse…: kept, and of no effect.
  bool destroyed = false;           ///< But in use.
  bool opened = false;              ///< Another process' own.
  /// A bit for each device that may access its memory, besides its own. Never destroyed: allocations refer to it.
  std::atomic<std::uint32_t>& peers = *new std::atomic<std::uint32_t>(0);

  [[nodiscard]] fencepost::sim::DeviceNumber device() const {
    return static_cast<fencepost::sim::DeviceNumber>(properties.location.id);
  }
};

namespace fencepost::sim {

namespace {

cudaMemPoolProps pool_properties(int device) {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, device};
  return properties;
}

HostMutex pools_mutex;
struct Pools {
  std::array<CUmemPoolHandle_st, kMostDevices> own;  ///< The default pool of each device.
  std::array<CUmemPoolHandle_st*, kMostDevices> current{};
  std::map<cudaMemPool_t, std::unique_ptr<CUmemPoolHandle_st>> created;
  std::map<void*, std::pair<cudaMemPool_t, std::size_t>> allocations;  ///< By base.
  Pools() {
    for (std::size_t i = 0; i < own.size(); ++i) {
      own[i].properties = pool_properties(static_cast<int>(i));
      current[i] = &own[i];
    }
  }
};
Pools& pools() {
  static auto* const all = new Pools;
  return *all;
}

CUmemPoolHandle_st& named(cudaMemPool_t pool) { return pool == nullptr ? *pools().current[current_device()] : *pool; }

bool is_default_pool(cudaMemPool_t pool) {
  return std::ranges::any_of(pools().own, [&](const CUmemPoolHandle_st& own) { return pool == &own; });
}

bool exists(cudaMemPool_t pool) {
  if (is_default_pool(pool)) return true;
  const auto found = pools().created.find(pool);
  return found != pools().created.end() && !found->second->destroyed;
}

/// To read and to write, as Allocation::peers has them.
std::uint32_t access_bits(DeviceNumber device) {
  return std::uint32_t{1} << device | std::uint32_t{1} << (kFirstWriter + device);
}

/// Memory above the threshold goes back to the system.
std::uint64_t reserved_now(const CUmemPoolHandle_st& pool) {
  return std::max(pool.used, std::min(pool.reserved, pool.release_threshold));
}

}  // namespace

cudaMemPoolProps default_pool_properties() { return pool_properties(static_cast<int>(current_device())); }

DeviceNumber pool_device(cudaMemPool_t pool) { return pool->device(); }

bool is_pool(cudaMemPool_t pool) {
  const std::lock_guard lock(pools_mutex);
  return pool == nullptr || (exists(pool) && !pool->opened);
}

bool (*close_opened)(void*, const void*, void (*)(const Allocation&, void*), void*) = nullptr;

bool pool_has_handles(cudaMemPool_t pool, cudaMemAllocationHandleType type) {
  const std::lock_guard lock(pools_mutex);
  return exists(pool) && !pool->opened && pool->properties.handleTypes == type;
}

cudaMemPool_t pool_of(const void* base) {
  const std::lock_guard lock(pools_mutex);
  const auto found = pools().allocations.find(const_cast<void*>(base));
  return found == pools().allocations.end() ? nullptr : found->second.first;
}

cudaMemPool_t add_opened_pool(DeviceNumber device) {
  const std::lock_guard lock(pools_mutex);
  auto made = std::make_unique<CUmemPoolHandle_st>();
  made->properties = pool_properties(static_cast<int>(device));
  made->properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  made->opened = true;
  made->peers = access_bits(device);
  const cudaMemPool_t pool = made.get();
  pools().created.emplace(pool, std::move(made));
  return pool;
}

const std::atomic<std::uint32_t>* access_to_opened(cudaMemPool_t pool) {
  const std::lock_guard lock(pools_mutex);
  return exists(pool) && pool->opened ? &pool->peers : nullptr;
}

bool pool_has_room(cudaMemPool_t pool, std::size_t bytes) {
  const std::lock_guard lock(pools_mutex);
  const CUmemPoolHandle_st& from = named(pool);
  return from.properties.maxSize == 0 || from.used + bytes <= from.properties.maxSize;
}

void take_from_pool(cudaMemPool_t pool, void* base, std::size_t bytes) {
  const std::lock_guard lock(pools_mutex);
  CUmemPoolHandle_st& from = named(pool);
  from.reserved = reserved_now(from);
  from.used += bytes;
  from.used_high = std::max(from.used_high, from.used);
  from.reserved = std::max(from.reserved, from.used);
  from.reserved_high = std::max(from.reserved_high, from.reserved);
  pools().allocations[base] = {&from, bytes};
  if (device_count() == 1) return;
  note_pool_memory(from.device());
  Arena::instance().share(base, &from.peers);
}

void give_back_to_pool(void* base) {
  const std::lock_guard lock(pools_mutex);
  const auto found = pools().allocations.find(base);
  if (found == pools().allocations.end()) return;
  const auto [pool, bytes] = found->second;
  pools().allocations.erase(found);
  pool->used -= bytes;
  if (pool->destroyed && pool->used == 0) pools().created.erase(pool);
}

}  // namespace fencepost::sim

using fencepost::sim::exists;
using fencepost::sim::is_device;
using fencepost::sim::pools;
using fencepost::sim::reserved_now;

extern "C" {

cudaError_t fencepost_cuda_malloc_async(const char* call, void** pointer, size_t bytes, cudaMemPool_t pool,
                                        cudaStream_t stream, size_t element_bytes) {
  return fencepost::sim::allocate_in_stream(call, pointer, bytes, element_bytes, pool, stream, FENCEPOST_USER_PC);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return fencepost::sim::allocate_in_stream(__func__, pointer, bytes, 0, nullptr, stream, FENCEPOST_USER_PC);
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  if (pool == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return fencepost::sim::allocate_in_stream(__func__, pointer, bytes, 0, pool, stream, FENCEPOST_USER_PC);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (pool == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(device)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  *pool = &pools().own[static_cast<std::size_t>(device)];
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (pool == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(device)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  *pool = pools().current[static_cast<std::size_t>(device)];
  return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_device(device)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (!exists(pool) || pool->opened || pool->properties.location.id != device)
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  pools().current[static_cast<std::size_t>(device)] = pool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  FENCEPOST_RETURN_IF_STICKY();
  if (pool == nullptr || properties == nullptr || properties->allocType != cudaMemAllocationTypePinned) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  if (properties->location.type == cudaMemLocationTypeDevice && !is_device(properties->location.id)) {
    return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  }
  // Pools of host memory do not exist here, and of handles file descriptors alone.
  if (properties->location.type != cudaMemLocationTypeDevice ||
      (properties->handleTypes != cudaMemHandleTypeNone &&
       properties->handleTypes != cudaMemHandleTypePosixFileDescriptor)) {
    return FENCEPOST_RESULT(cudaErrorNotSupported);
  }
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  auto made = std::make_unique<CUmemPoolHandle_st>();
  made->properties = *properties;
  *pool = made.get();
  pools().created.emplace(*pool, std::move(made));
  return cudaSuccess;
}

/// What is allocated from it stays so; the rest is given back.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (!exists(pool) || fencepost::sim::is_default_pool(pool)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  auto& current = pools().current[pool->device()];
  if (current == pool) current = &pools().own[pool->device()];
  pool->destroyed = true;
  if (pool->used == 0) pools().created.erase(pool);
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (!exists(pool)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  pool->reserved = std::max<std::uint64_t>(pool->used, std::min<std::uint64_t>(pool->reserved, bytes));
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (value == nullptr || !exists(pool)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      pool->may_reuse[attribute] = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      pool->release_threshold = *static_cast<std::uint64_t*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      if (*static_cast<std::uint64_t*>(value) != 0) break;
      pool->reserved_high = reserved_now(*pool);
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      if (*static_cast<std::uint64_t*>(value) != 0) break;
      pool->used_high = pool->used;
      return cudaSuccess;
    default:
      break;
  }
  return FENCEPOST_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (value == nullptr || !exists(pool)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  auto& number = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool->may_reuse[attribute];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      number = pool->release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
      number = reserved_now(*pool);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      number = pool->reserved_high;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemCurrent:
      number = pool->used;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      number = pool->used_high;
      return cudaSuccess;
  }
  return FENCEPOST_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, size_t count) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (!exists(pool) || (count != 0 && accesses == nullptr)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    const cudaMemLocation& location = accesses[i].location;
    if (location.type != cudaMemLocationTypeDevice || !is_device(location.id)) {
      return FENCEPOST_RESULT(cudaErrorInvalidDevice);
    }
    const bool is_own = location.id == pool->properties.location.id;
    if (is_own && accesses[i].flags == cudaMemAccessFlagsProtNone) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t device =
        fencepost::sim::access_bits(static_cast<fencepost::sim::DeviceNumber>(accesses[i].location.id));
    if (accesses[i].flags != cudaMemAccessFlagsProtNone) {
      pool->peers |= device;
    } else {
      pool->peers &= ~device;
    }
  }
  fencepost::sim::note_reach_changes();
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  const std::lock_guard lock(fencepost::sim::pools_mutex);
  if (flags == nullptr || location == nullptr || !exists(pool)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const bool is_ours = location->type == cudaMemLocationTypeDevice && is_device(location->id) &&
                       (location->id == pool->properties.location.id || (pool->peers >> location->id & 1) != 0);
  *flags = is_ours ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}

}  // extern "C"
