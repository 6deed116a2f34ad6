#include "sim/runtime/device.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <mutex>

#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/device_clock.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"
#include "sim/interface/warp_size.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/driver/contexts.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/work.h"

namespace fencepost::sim {

namespace {

/// Of compute capability 9.0 (CUDA C++ Programming Guide, Technical Specifications).
void set_texture_limits(cudaDeviceProp& p) {
  const auto set = [](auto& field, std::initializer_list<int> values) {
    std::copy(values.begin(), values.end(), std::begin(field));
  };
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = 32768;
  p.maxTexture1DLinear = 1 << 28;
  set(p.maxTexture2D, {131072, 65536});
  set(p.maxTexture2DMipmap, {32768, 32768});
  set(p.maxTexture2DLinear, {131072, 65000, 2097120});
  set(p.maxTexture2DGather, {32768, 32768});
  set(p.maxTexture3D, {16384, 16384, 16384});
  set(p.maxTexture3DAlt, {8192, 8192, 32768});
  p.maxTextureCubemap = 32768;
  set(p.maxTexture1DLayered, {32768, 2048});
  set(p.maxTexture2DLayered, {32768, 32768, 2048});
  set(p.maxTextureCubemapLayered, {32768, 2046});
  p.maxSurface1D = 32768;
  set(p.maxSurface2D, {131072, 65536});
  set(p.maxSurface3D, {16384, 16384, 16384});
  set(p.maxSurface1DLayered, {32768, 2048});
  set(p.maxSurface2DLayered, {32768, 32768, 2048});
  p.maxSurfaceCubemap = 32768;
  set(p.maxSurfaceCubemapLayered, {32768, 2046});
}

// Major numbers of compute capabilities: Blackwell's in data centres, and outside.
constexpr std::uint64_t kBlackwell = 10, kSmallBlackwell = 12;
constinit std::atomic<std::uint64_t> latest_architecture = 90;

/// Decided when it is first asked for.
std::uint64_t device_architecture() {
  static const std::uint64_t architecture = latest_architecture.load();
  return architecture;
}

/// Where compute capability 12.x has less than 9.0 (CUDA C++ Programming Guide, Technical Specifications).
void set_small_limits(cudaDeviceProp& p) {
  p.sharedMemPerBlockOptin = 99 * 1024;
  p.sharedMemPerMultiprocessor = 100 * 1024;
  p.maxThreadsPerMultiProcessor = 1536;
  p.maxBlocksPerMultiProcessor = 24;
}

cudaDeviceProp make_properties(DeviceNumber device) {
  cudaDeviceProp p{};
  std::snprintf(p.name, sizeof p.name, "Fencepost virtual device");
  std::memcpy(p.uuid.bytes, "fencepost-device", sizeof p.uuid.bytes);
  p.uuid.bytes[15] = static_cast<char>(p.uuid.bytes[15] + device);
  p.totalGlobalMem = Arena::instance().total_bytes();
  p.sharedMemPerBlock = kDefaultSharedBytes;
  p.sharedMemPerBlockOptin = kOptInSharedBytes;
  p.sharedMemPerMultiprocessor = 228 * 1024;
  p.reservedSharedMemPerBlock = 1024;
  p.regsPerBlock = 65536;
  p.regsPerMultiprocessor = 65536;
  p.warpSize = kWarpSize;  // Who asks is told the one that is fixed: cudaGetDeviceProperties().
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = 1024;
  p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = 65535;
  p.maxGridSize[2] = 65535;
  p.clockRate = kDeviceClockKilohertz;
  p.memoryClockRate = 1500000;
  p.memoryBusWidth = 4096;
  p.totalConstMem = 65536;
  p.major = static_cast<int>(device_architecture() / 10);
  p.minor = static_cast<int>(device_architecture() % 10);
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  set_texture_limits(p);
  p.deviceOverlap = 1;
  p.asyncEngineCount = 2;
  p.multiProcessorCount = 16;
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.ipcEventSupported = 1;
  p.l2CacheSize = 32 * 1024 * 1024;
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.cooperativeLaunch = 1;
  p.clusterLaunch = 1;
  p.unifiedAddressing = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.hostNativeAtomicSupported = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.hostRegisterSupported = 1;
  p.pciBusID = static_cast<int>(1 + device);
  p.unifiedFunctionPointers = 1;
  p.memoryPoolsSupported = 1;
  p.memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
  p.deviceNumaId = p.hostNumaId = -1;
  if (device_architecture() / 10 == kSmallBlackwell) set_small_limits(p);
  return p;
}

/// What programs set, of each device.
struct DeviceSettings {
  std::array<std::atomic<std::size_t>, 7> limits = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};  // By cudaLimit.
  std::atomic<unsigned int> flags = 0;
};
std::array<DeviceSettings, kMostDevices> settings_of_devices;

DeviceSettings& settings() { return settings_of_devices[current_device()]; }

}  // namespace

std::size_t device_limit(DeviceNumber device, cudaLimit limit) { return settings_of_devices[device].limits[limit]; }

std::atomic<bool> runtime_was_used = false;
std::atomic<bool> driver_is_initialized = false;

void add_architecture(std::uint64_t architecture) {
  if (architecture / 10 != kBlackwell && architecture / 10 != kSmallBlackwell) return;
  std::uint64_t known = latest_architecture.load();
  while (architecture > known && !latest_architecture.compare_exchange_weak(known, architecture)) {
  }
}

const cudaDeviceProp& device_properties(DeviceNumber device) {
  static const auto& all = *[] {
    auto* const made = new std::array<cudaDeviceProp, kMostDevices>;
    for (DeviceNumber i = 0; i < device_count(); ++i) (*made)[i] = make_properties(i);
    return made;
  }();
  return all[device];
}

}  // namespace fencepost::sim

using fencepost::sim::Arena;
using fencepost::sim::current_device;
using fencepost::sim::device_count;
using fencepost::sim::device_properties;
using fencepost::sim::DeviceNumber;
using fencepost::sim::is_device;

/// Objects that are compiled for another version than the headers' own define it.
extern "C" __attribute__((weak)) int fencepost_cuda_version;

int fencepost::sim::cuda_version() {
  return &fencepost_cuda_version != nullptr ? fencepost_cuda_version : CUDART_VERSION;
}

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *count = static_cast<int>(device_count());
  fencepost::sim::driver_is_initialized = true;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *device = static_cast<int>(current_device());
  fencepost::sim::driver_is_initialized = true;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  if (is_device(device)) fencepost::sim::set_current_device(static_cast<DeviceNumber>(device));
  FENCEPOST_RETURN_IF_STICKY();
  fencepost::sim::runtime_was_used = true;
  return FENCEPOST_RESULT(is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  fencepost::sim::runtime_was_used = true;
  return FENCEPOST_RESULT(is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  if (device == nullptr || properties == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int* devices, int length) {
  if (length < 0 || (length > 0 && devices == nullptr)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (int i = 0; i < length; ++i) {
    if (!is_device(devices[i])) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  }
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (flags == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *flags = fencepost::sim::settings().flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if ((flags & ~static_cast<unsigned int>(cudaDeviceMask)) != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  fencepost::sim::settings().flags = flags;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(device)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  *properties = device_properties(static_cast<DeviceNumber>(device));
  properties->warpSize = static_cast<int>(fencepost::sim::fix_warp_size());
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id) {
  if (device == nullptr || bus_id == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  // "domain:bus:device.function", "bus:device.function" or "bus:device", in hexadecimal digits.
  unsigned int domain = 0, bus = 0, slot = 0;
  if (std::sscanf(bus_id, "%x:%x:%x", &domain, &bus, &slot) != 3) {
    domain = 0;
    if (std::sscanf(bus_id, "%x:%x", &bus, &slot) != 2) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  const bool is_known = domain == 0 && slot == 0 && bus >= 1 && bus - 1 < device_count();
  if (!is_known) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  *device = static_cast<int>(bus - 1);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int length, int device) {
  if (bus_id == nullptr || length < 13) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(device)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  std::snprintf(bus_id, static_cast<std::size_t>(length), "0000:%02x:00.0",
                device_properties(static_cast<DeviceNumber>(device)).pciBusID);
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  FENCEPOST_RETURN_IF_STICKY();
  if (const cudaError_t error = fencepost::sim::forbidden_by_captures(); error != cudaSuccess) {
    return FENCEPOST_RESULT(error);
  }
  if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work_of_device(current_device());
  FENCEPOST_RETURN_IF_STICKY();
  fencepost::sim::observers().streams->on_host_wait_device(current_device(), FENCEPOST_USER_PC);
  return cudaSuccess;
}

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset() {
  const DeviceNumber device = current_device();
  if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work_of_device(device);
  fencepost::sim::observers().streams->on_host_wait_device(device, FENCEPOST_USER_PC);
  Arena::instance().free_all(device);
  fencepost::sim::forget_peers(device);
  {
    const std::lock_guard lock(fencepost::sim::contexts_mutex);
    fencepost::sim::primary_context(device).id = fencepost::sim::new_context_id();
  }
  if (device_count() > 1) fencepost::sim::between_launches([=] { fencepost::sim::reset_variables_of(device); });
  fencepost::sim::clear_errors();
  return cudaSuccess;
}

cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  FENCEPOST_RETURN_IF_STICKY();
  if (limit < 0 || limit >= fencepost::sim::settings().limits.size()) {
    return FENCEPOST_RESULT(cudaErrorUnsupportedLimit);
  }
  fencepost::sim::settings().limits[limit] = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (value == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (limit < 0 || limit >= fencepost::sim::settings().limits.size()) {
    return FENCEPOST_RESULT(cudaErrorUnsupportedLimit);
  }
  *value = fencepost::sim::settings().limits[limit];
  return cudaSuccess;
}

cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (config == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (config == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *version = fencepost::sim::cuda_version();
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *version = fencepost::sim::cuda_version();
  return cudaSuccess;
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
