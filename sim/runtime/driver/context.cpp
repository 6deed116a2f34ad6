// The driver API's devices and contexts. A context is a name for its device.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "sim/engine/arena.h"
#include "sim/include/cuda.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/interface/warp_size.h"
#include "sim/os/image.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/driver/contexts.h"
#include "sim/runtime/memory/copy.h"
#include "sim/runtime/stream.h"

using fencepost::sim::check_device;
using fencepost::sim::contexts_mutex;
using fencepost::sim::current_device;
using fencepost::sim::device_count;
using fencepost::sim::DeviceNumber;
using fencepost::sim::is_context;
using fencepost::sim::is_destroyed_context;
using fencepost::sim::pop_context;
using fencepost::sim::primary_context;
using fencepost::sim::push_context;
using fencepost::sim::top_context;

namespace {

std::array<unsigned int, fencepost::sim::kMostDevices> primary_users{};  // Of each device's.

std::map<CUcontext, std::unique_ptr<CUctx_st>>& contexts() {
  static auto* const all = new std::map<CUcontext, std::unique_ptr<CUctx_st>>;
  return *all;
}

/// The calling thread's context, or null.
CUcontext current_context() {
  if (CUcontext const top = top_context(); top != nullptr) return top;
  return fencepost::sim::runtime_was_used ? &primary_context(current_device()) : nullptr;
}

bool is_primary(CUcontext context) {
  for (DeviceNumber device = 0; device < device_count(); ++device) {
    if (context == &primary_context(device)) return true;
  }
  return false;
}

const cudaDeviceProp& properties_of(CUdevice device) {
  return fencepost::sim::device_properties(static_cast<DeviceNumber>(device));
}

/// False if there is no such context.
bool device_of(CUcontext context, DeviceNumber& device) {
  const std::lock_guard lock(contexts_mutex);
  if (!is_context(context)) return false;
  device = context->device;
  return true;
}

CUresult copy_between(const char* call, CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context,
                      std::size_t bytes, std::optional<CUstream> stream, const void* pc) {
  DeviceNumber to = 0, from = 0;
  if (!device_of(dst_context, to) || !device_of(src_context, from)) return CUDA_ERROR_INVALID_CONTEXT;
  return static_cast<CUresult>(fencepost::sim::copy_between_devices(
      call, reinterpret_cast<void*>(dst), static_cast<int>(to), reinterpret_cast<const void*>(src),  // NOLINT
      static_cast<int>(from), bytes, stream, pc));
}

const fencepost::sim::Allocation* find(CUdeviceptr pointer, std::optional<fencepost::sim::Allocation>& place) {
  place = fencepost::sim::Arena::instance().find(reinterpret_cast<const void*>(pointer));  // NOLINT
  return place ? &*place : nullptr;
}

}  // namespace

fencepost::sim::HostMutex fencepost::sim::contexts_mutex;

bool fencepost::sim::is_context(CUcontext context) {
  const auto found = contexts().find(context);
  return found != contexts().end() ? !found->second->is_destroyed : is_primary(context);
}

bool fencepost::sim::is_destroyed_context(CUcontext context) {
  const auto found = contexts().find(context);
  return found != contexts().end() && found->second->is_destroyed;
}

CUcontext fencepost::sim::add_context(const CUctx_st& context) {
  auto made = std::make_unique<CUctx_st>(context);
  CUcontext const handle = made.get();
  contexts().emplace(handle, std::move(made));
  return handle;
}

unsigned int& fencepost::sim::users_of_primary(DeviceNumber device) { return primary_users[device]; }

CUresult fencepost::sim::check_device(CUdevice device) {
  if (!driver_is_initialized && !runtime_was_used) return CUDA_ERROR_NOT_INITIALIZED;
  return is_device(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

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
  *device = ordinal;
  return check_device(ordinal);
}

CUresult cuDeviceGetCount(int* count) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *count = static_cast<int>(device_count());
  return check_device(0);
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (name == nullptr || length < 1) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  std::snprintf(name, static_cast<std::size_t>(length), "%s", properties_of(device).name);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  *uuid = properties_of(device).uuid;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) { return cuDeviceGetUuid(uuid, device); }

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *bytes = fencepost::sim::device_properties().totalGlobalMem;
  return check_device(device);
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  // Of the driver API alone.
  if (value != nullptr && (attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED ||
                           attribute == CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED ||
                           attribute == CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 ||
                           attribute == CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 ||
                           attribute == CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 ||
                           attribute == CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS ||
                           attribute == CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR)) {
    *value = 1;
    return CUDA_SUCCESS;
  }
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
                 static_cast<int>(fencepost::sim::fix_warp_size()),
                 static_cast<int>(p.memPitch),
                 p.regsPerBlock,
                 p.clockRate,
                 static_cast<int>(p.textureAlignment)};
  return check_device(device);
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *major = fencepost::sim::device_properties().major;
  *minor = fencepost::sim::device_properties().minor;
  return check_device(device);
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
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source, CUdevice destination) {
  return static_cast<CUresult>(
      cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), source, destination));
}
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return static_cast<CUresult>(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  *context = fencepost::sim::add_context({.flags = flags, .device = static_cast<DeviceNumber>(device)});
  push_context(*context);
  return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (!contexts().contains(context) || context->is_green()) return CUDA_ERROR_INVALID_CONTEXT;
  if (top_context() == context) pop_context();
  contexts().erase(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = current_context();
  return *context != nullptr ? CUDA_SUCCESS : check_device(0);
}

CUresult cuCtxSetCurrent(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (context != nullptr && !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  pop_context();
  if (context != nullptr) push_context(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  const std::lock_guard lock(contexts_mutex);
  if (!is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  push_context(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  CUcontext const top = pop_context();
  if (top == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = top;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *device = static_cast<CUdevice>(current_device());
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

CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  if (id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (context == nullptr) context = current_context();
  const std::lock_guard lock(contexts_mutex);
  if (is_destroyed_context(context)) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  if (!is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  *id = context->id;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  CUcontext const context = current_context();
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (!context->is_green()) return static_cast<CUresult>(cudaDeviceSynchronize());
  const cudaError_t error = fencepost::sim::wait_for_streams_of(context, FENCEPOST_USER_PC);
  return static_cast<CUresult>(error != cudaSuccess ? error : cudaStreamSynchronize(nullptr));
}

CUresult cuCtxAttach(CUcontext* context, unsigned int) { return cuCtxGetCurrent(context); }
CUresult cuCtxDetach(CUcontext context) { return cuCtxDestroy(context); }
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  DeviceNumber device = 0;
  if (current_context() == nullptr || !device_of(peer, device)) return CUDA_ERROR_INVALID_CONTEXT;
  if (device == current_device()) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return static_cast<CUresult>(cudaDeviceEnablePeerAccess(static_cast<int>(device), flags));
}
CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  DeviceNumber device = 0;
  if (current_context() == nullptr || !device_of(peer, device)) return CUDA_ERROR_INVALID_CONTEXT;
  return static_cast<CUresult>(cudaDeviceDisablePeerAccess(static_cast<int>(device)));
}

CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context, size_t bytes) {
  return copy_between(__func__, dst, dst_context, src, src_context, bytes, std::nullopt, FENCEPOST_USER_PC);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context, size_t bytes,
                           CUstream stream) {
  return copy_between(__func__, dst, dst_context, src, src_context, bytes, stream, FENCEPOST_USER_PC);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  ++primary_users[static_cast<std::size_t>(device)];
  *context = &primary_context(static_cast<DeviceNumber>(device));
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  unsigned int& users = primary_users[static_cast<std::size_t>(device)];
  if (users == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --users;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  const fencepost::sim::DeviceGuard of_reset(static_cast<DeviceNumber>(device));
  return static_cast<CUresult>(cudaDeviceReset());
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  primary_context(static_cast<DeviceNumber>(device)).flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  const std::lock_guard lock(contexts_mutex);
  if (flags != nullptr) *flags = primary_context(static_cast<DeviceNumber>(device)).flags;
  if (active != nullptr) *active = primary_users[static_cast<std::size_t>(device)] != 0 ? 1 : 0;
  return CUDA_SUCCESS;
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
      *static_cast<CUcontext*>(value) = current_context() != nullptr && current_device() == allocation->device
                                            ? current_context()
                                            : &primary_context(allocation->device);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned int*>(value) =
          allocation->space == MemorySpace::kPinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(value) = pointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (allocation->space == MemorySpace::kDevice || allocation->space == MemorySpace::kMapped)
        return CUDA_ERROR_INVALID_VALUE;
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
      *static_cast<int*>(value) = static_cast<int>(allocation->device);
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

CUresult fencepost_driver_fill(const char* call, CUdeviceptr pointer, size_t pitch, unsigned int value,
                               unsigned int word_bytes, size_t width, size_t height, int in_stream, CUstream stream) {
  void* const dst = reinterpret_cast<void*>(pointer);  // NOLINT(performance-no-int-to-ptr)
  const cudaMemsetParams words = {dst, pitch, value, word_bytes, width, height};
  return static_cast<CUresult>(fencepost::sim::fill_words(
      call, words, in_stream != 0 ? std::optional(stream) : std::nullopt, FENCEPOST_USER_PC));
}

}  // extern "C"
