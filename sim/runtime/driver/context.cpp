// The driver API's devices and contexts. One device, so that a context is only a name.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/include/cuda.h"
#include "sim/interface/host_mutex.h"
#include "sim/os/image.h"
#include "sim/runtime/device.h"
#include "sim/runtime/memory/copy.h"

struct CUctx_st {
  unsigned int flags = 0;
};

namespace {

fencepost::sim::HostMutex contexts_mutex;
unsigned int primary_users = 0;

CUctx_st& primary() {
  static auto* const context = new CUctx_st;
  return *context;
}
std::map<CUcontext, std::unique_ptr<CUctx_st>>& contexts() {
  static auto* const all = new std::map<CUcontext, std::unique_ptr<CUctx_st>>;
  return *all;
}
thread_local std::vector<CUcontext> stack;

/// The calling thread's context, or null.
CUcontext current_context() {
  if (!stack.empty()) return stack.back();
  return fencepost::sim::runtime_was_used ? &primary() : nullptr;
}

bool exists(CUcontext context) { return context == &primary() || contexts().contains(context); }

CUresult check(CUdevice device) {
  if (!fencepost::sim::driver_is_initialized && !fencepost::sim::runtime_was_used) return CUDA_ERROR_NOT_INITIALIZED;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

const fencepost::sim::Allocation* find(CUdeviceptr pointer, std::optional<fencepost::sim::Allocation>& place) {
  place = fencepost::sim::Arena::instance().find(reinterpret_cast<const void*>(pointer));  // NOLINT
  return place ? &*place : nullptr;
}

}  // namespace

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
#define FENCEPOST_DRIVER_ERROR(error_name, value) \
  case error_name:                                \
    *name = #error_name;                          \
    return CUDA_SUCCESS;
#include "sim/include/fencepost_driver_errors.inc"
#undef FENCEPOST_DRIVER_ERROR
  }
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  const char* name = nullptr;
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = nullptr;
  if (cuGetErrorName(error, &name) != CUDA_SUCCESS) return CUDA_ERROR_INVALID_VALUE;
  *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
                                                      : cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuInit(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  fencepost::sim::driver_is_initialized = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  // Of the library, which programs of any version load, the newest.
  *version = fencepost::sim::own_image().is_library ? 13000 : fencepost::sim::cuda_version();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *device = 0;
  return check(ordinal);
}

CUresult cuDeviceGetCount(int* count) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *count = 1;
  return check(0);
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (name == nullptr || length < 1) return CUDA_ERROR_INVALID_VALUE;
  std::snprintf(name, static_cast<std::size_t>(length), "%s", fencepost::sim::device_properties().name);
  return check(device);
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *uuid = fencepost::sim::device_properties().uuid;
  return check(device);
}
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) { return cuDeviceGetUuid(uuid, device); }

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *bytes = fencepost::sim::device_properties().totalGlobalMem;
  return check(device);
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (const CUresult error = check(device); error != CUDA_SUCCESS) return error;
  return static_cast<CUresult>(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device) {
  if (properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaDeviceProp& p = fencepost::sim::device_properties();
  *properties = {p.maxThreadsPerBlock,
                 {p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]},
                 {p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]},
                 static_cast<int>(p.sharedMemPerBlock),
                 static_cast<int>(p.totalConstMem),
                 p.warpSize,
                 static_cast<int>(p.memPitch),
                 p.regsPerBlock,
                 p.clockRate,
                 static_cast<int>(p.textureAlignment)};
  return check(device);
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *major = fencepost::sim::device_properties().major;
  *minor = fencepost::sim::device_properties().minor;
  return check(device);
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* bus_id) {
  return static_cast<CUresult>(cudaDeviceGetByPCIBusId(device, bus_id));
}
CUresult cuDeviceGetPCIBusId(char* bus_id, int length, CUdevice device) {
  return static_cast<CUresult>(cudaDeviceGetPCIBusId(bus_id, length, device));
}
CUresult cuDeviceCanAccessPeer(int* can_access, CUdevice device, CUdevice peer) {
  return static_cast<CUresult>(cudaDeviceCanAccessPeer(can_access, device, peer));
}
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return static_cast<CUresult>(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  if (const CUresult error = check(device); error != CUDA_SUCCESS) return error;
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  auto made = std::make_unique<CUctx_st>(CUctx_st{flags});
  *context = made.get();
  contexts().emplace(*context, std::move(made));
  stack.push_back(*context);
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* /*parameters*/, unsigned int flags, CUdevice device) {
  return (cuCtxCreate)(context, flags, device);
}

CUresult cuCtxDestroy(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (contexts().erase(context) == 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.empty() && stack.back() == context) stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = current_context();
  return *context != nullptr ? CUDA_SUCCESS : check(0);
}

CUresult cuCtxSetCurrent(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (context != nullptr && !exists(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.empty()) stack.pop_back();
  if (context != nullptr) stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (!exists(context)) return CUDA_ERROR_INVALID_CONTEXT;
  stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = stack.back();
  stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *device = 0;
  return current_context() == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext, unsigned int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = static_cast<unsigned>(fencepost::sim::cuda_version());
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (current_context() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(contexts_mutex);
  *flags = current_context()->flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  if (current_context() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return static_cast<CUresult>(cudaDeviceSynchronize());
}

CUresult cuCtxAttach(CUcontext* context, unsigned int) { return cuCtxGetCurrent(context); }
CUresult cuCtxDetach(CUcontext context) { return cuCtxDestroy(context); }
CUresult cuCtxEnablePeerAccess(CUcontext, unsigned int) { return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED; }
CUresult cuCtxDisablePeerAccess(CUcontext) { return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED; }

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = check(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  ++primary_users;
  *context = &primary();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (const CUresult error = check(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  if (primary_users == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --primary_users;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (const CUresult error = check(device); error != CUDA_SUCCESS) return error;
  return static_cast<CUresult>(cudaDeviceReset());
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  const std::lock_guard lock(contexts_mutex);
  primary().flags = flags;
  return check(device);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  const std::lock_guard lock(contexts_mutex);
  if (flags != nullptr) *flags = primary().flags;
  if (active != nullptr) *active = primary_users != 0 ? 1 : 0;
  return check(device);
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer) {
  std::optional<fencepost::sim::Allocation> place;
  const fencepost::sim::Allocation* const allocation = find(pointer, place);
  if (allocation == nullptr) return CUDA_ERROR_NOT_FOUND;
  if (base != nullptr) *base = reinterpret_cast<CUdeviceptr>(allocation->base);
  if (bytes != nullptr) *bytes = allocation->bytes;
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  using fencepost::sim::MemorySpace;
  std::optional<fencepost::sim::Allocation> place;
  const fencepost::sim::Allocation* const allocation = find(pointer, place);
  if (value == nullptr || allocation == nullptr) return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(value) = current_context() != nullptr ? current_context() : &primary();
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned int*>(value) =
          allocation->space == MemorySpace::kPinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(value) = pointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (allocation->space == MemorySpace::kDevice) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<CUdeviceptr*>(value) = pointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      *static_cast<unsigned long long*>(value) = allocation->number;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<unsigned int*>(value) = allocation->space == MemorySpace::kManaged ? 1 : 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      *static_cast<unsigned int*>(value) = 1;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr*>(value) = reinterpret_cast<CUdeviceptr>(allocation->base);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(value) = allocation->bytes;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr pointer) {
  if (attributes == nullptr || values == nullptr) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned int i = 0; i < count; ++i) {
    if (cuPointerGetAttribute(values[i], attributes[i], pointer) == CUDA_SUCCESS) continue;
    switch (attributes[i]) {
      case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      case CU_POINTER_ATTRIBUTE_MAPPED:
        *static_cast<unsigned int*>(values[i]) = 0;
        break;
      case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *static_cast<int*>(values[i]) = CU_DEVICE_INVALID;
        break;
      case CU_POINTER_ATTRIBUTE_CONTEXT:
      case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *static_cast<unsigned long long*>(values[i]) = 0;
        break;
      default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
  }
  return CUDA_SUCCESS;
}

CUresult fencepost_primary_context(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = &primary();
  return CUDA_SUCCESS;
}

CUresult fencepost_driver_fill(const char* call, CUdeviceptr pointer, size_t pitch, unsigned int value,
                               unsigned int word_bytes, size_t width, size_t height, int in_stream, CUstream stream) {
  void* const dst = reinterpret_cast<void*>(pointer);  // NOLINT(performance-no-int-to-ptr)
  const cudaMemsetParams words = {dst, pitch, value, word_bytes, width, height};
  return static_cast<CUresult>(fencepost::sim::fill_words(
      call, words, in_stream != 0 ? std::optional(stream) : std::nullopt, __builtin_return_address(0)));
}

}  // extern "C"
