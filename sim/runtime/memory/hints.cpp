// Where managed memory shall lie: hints, kept for those who ask, and of no effect.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/managed_variables.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/stream.h"

using fencepost::sim::result;

namespace {

/// Of the allocation that contains an address.
struct Hints {
  int read_mostly = 0;
  int preferred = cudaInvalidDeviceId;
  int last_prefetch = cudaInvalidDeviceId;
  std::array<bool, fencepost::sim::kMostDevices> accessed_by{};  ///< By device.
  bool accessed_by_host = false;
};

fencepost::sim::HostMutex hints_mutex;
std::map<std::uint64_t, Hints>& hints() {  // By number of the allocation.
  static auto* const all = new std::map<std::uint64_t, Hints>;
  return *all;
}

std::uint64_t number_of(const void* pointer) {
  const auto allocation = fencepost::sim::Arena::instance().find(pointer);
  return allocation ? allocation->number : 0;
}

bool is_place(int device) { return fencepost::sim::is_device(device) || device == cudaCpuDeviceId; }

/// The device number that stands for a location, or cudaInvalidDeviceId.
int device_of(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice && fencepost::sim::is_device(location.id)) return location.id;
  const bool is_host = location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma ||
                       location.type == cudaMemLocationTypeHostNumaCurrent;
  return is_host ? cudaCpuDeviceId : cudaInvalidDeviceId;
}

cudaError_t advise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  if (fencepost::sim::sticky_error() != cudaSuccess) return fencepost::sim::sticky_error();
  if (!fencepost::sim::is_device_range(pointer, bytes)) return cudaErrorInvalidValue;
  const bool names_place = advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseSetAccessedBy ||
                           advice == cudaMemAdviseUnsetAccessedBy;
  if (names_place && !is_place(device)) return cudaErrorInvalidDevice;
  const std::lock_guard lock(hints_mutex);
  Hints& of = hints()[number_of(pointer)];
  bool& accessed =
      fencepost::sim::is_device(device) ? of.accessed_by[static_cast<std::size_t>(device)] : of.accessed_by_host;
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
      of.read_mostly = 1;
      return cudaSuccess;
    case cudaMemAdviseUnsetReadMostly:
      of.read_mostly = 0;
      return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
      of.preferred = device;
      return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
      of.preferred = cudaInvalidDeviceId;
      return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
      accessed = true;
      return cudaSuccess;
    case cudaMemAdviseUnsetAccessedBy:
      accessed = false;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

cudaError_t prefetch(const void* pointer, std::size_t bytes, int device, cudaStream_t stream) {
  if (fencepost::sim::sticky_error() != cudaSuccess) return fencepost::sim::sticky_error();
  if (!fencepost::sim::is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (!is_place(device)) return cudaErrorInvalidDevice;
  if (!fencepost::sim::is_device_range(pointer, bytes)) return cudaErrorInvalidValue;
  const std::lock_guard lock(hints_mutex);
  hints()[number_of(pointer)].last_prefetch = device;
  return cudaSuccess;
}

cudaError_t get(void* value, std::size_t value_bytes, cudaMemRangeAttribute attribute, const void* pointer,
                std::size_t bytes) {
  if (value == nullptr || value_bytes < sizeof(int) || !fencepost::sim::is_device_range(pointer, bytes)) {
    return cudaErrorInvalidValue;
  }
  const std::lock_guard lock(hints_mutex);
  const Hints& of = hints()[number_of(pointer)];
  auto* const numbers = static_cast<int*>(value);
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      *numbers = of.read_mostly;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
      *numbers = of.preferred;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *numbers = of.last_prefetch;
      return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy: {
      int* const end = numbers + value_bytes / sizeof(int);
      int* next = numbers;
      for (std::size_t i = 0; i < of.accessed_by.size() && next != end; ++i) {
        if (of.accessed_by[i]) *next++ = static_cast<int>(i);
      }
      if (of.accessed_by_host && next != end) *next++ = cudaCpuDeviceId;
      std::fill(next, end, cudaInvalidDeviceId);
      return cudaSuccess;
    }
  }
  return cudaErrorInvalidValue;
}

}  // namespace

extern "C" {

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  return FENCEPOST_RESULT(advise(pointer, bytes, advice, device));
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream) {
  return FENCEPOST_RESULT(prefetch(pointer, bytes, device, stream));
}

cudaError_t cudaMemAdvise_v2(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  return FENCEPOST_RESULT(advise(pointer, bytes, advice, device_of(location)));
}

cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream) {
  return FENCEPOST_RESULT(flags != 0 ? cudaErrorInvalidValue : prefetch(pointer, bytes, device_of(location), stream));
}

cudaError_t cudaMemRangeGetAttribute(void* value, size_t value_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t bytes) {
  return FENCEPOST_RESULT(get(value, value_bytes, attribute, pointer, bytes));
}

cudaError_t cudaMemRangeGetAttributes(void** values, size_t* value_bytes, cudaMemRangeAttribute* attributes,
                                      size_t count, const void* pointer, size_t bytes) {
  if (values == nullptr || value_bytes == nullptr || attributes == nullptr) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const cudaError_t error = get(values[i], value_bytes[i], attributes[i], pointer, bytes);
    if (error != cudaSuccess) return FENCEPOST_RESULT(error);
  }
  return cudaSuccess;
}

}  // extern "C"

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  return result("cudaMemAdvise", advise(pointer, bytes, advice, device_of(location)), FENCEPOST_USER_PC);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream) {
  const cudaError_t error = flags != 0 ? cudaErrorInvalidValue : prefetch(pointer, bytes, device_of(location), stream);
  return result("cudaMemPrefetchAsync", error, FENCEPOST_USER_PC);
}
