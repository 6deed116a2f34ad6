// Allocation of device, managed and pinned memory.
#include <optional>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_watch.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/capture.h"
#include "sim/runtime/graph/work.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/memory/allocation.h"
#include "sim/runtime/memory/pool.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"

using fencepost::sim::Allocation;
using fencepost::sim::Arena;
using fencepost::sim::arena_bounds;
using fencepost::sim::current_device;
using fencepost::sim::MemorySpace;
using fencepost::sim::observers;
using fencepost::sim::OperationRange;
using fencepost::sim::RegisteredRange;
using fencepost::sim::result;
using fencepost::sim::sticky_error;

namespace {

constexpr std::size_t kPitchAlignment = 512;

cudaError_t allocate(const char* call, void** pointer, std::size_t bytes, MemorySpace space, std::size_t element_bytes,
                     const void* pc, bool in_stream = false) {
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), pc);
  if (pointer == nullptr) return result(call, cudaErrorInvalidValue, pc);
  if (const cudaError_t error = fencepost::sim::forbidden_by_captures(); error != cudaSuccess && !in_stream) {
    return result(call, error, pc);
  }
  if (bytes == 0) {
    if (space == MemorySpace::kManaged) return result(call, cudaErrorInvalidValue, pc);
    *pointer = nullptr;
    return cudaSuccess;
  }
  fencepost::sim::runtime_was_used = true;
  void* const memory = Arena::instance().allocate(bytes, space, element_bytes, pc, {}, current_device());
  if (memory == nullptr) return result(call, cudaErrorMemoryAllocation, pc);
  if (space != MemorySpace::kDevice) fencepost::sim::host_shares_memory = true;
  *pointer = memory;
  return cudaSuccess;
}

cudaError_t allocate_pitch(const char* call, void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                           std::size_t element_bytes, const void* pc) {
  if (pitch == nullptr) return result(call, cudaErrorInvalidValue, pc);
  if (width > Arena::instance().total_bytes()) return result(call, cudaErrorMemoryAllocation, pc);
  const std::size_t padded = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(padded, height, &bytes)) return result(call, cudaErrorMemoryAllocation, pc);
  *pitch = padded;
  return allocate(call, pointer, bytes, MemorySpace::kDevice, element_bytes, pc);
}

/// A node of the graph that is being captured.
cudaError_t capture_allocation(void** pointer, std::size_t bytes, std::size_t element_bytes, cudaStream_t stream,
                               const void* pc) {
  if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
  cudaMemAllocNodeParams parameters = {};
  parameters.poolProps = fencepost::sim::default_pool_properties();
  parameters.bytesize = bytes;
  auto work = fencepost::sim::allocation_work("cudaMallocAsync", parameters, element_bytes, pc);
  if (!work) return cudaErrorMemoryAllocation;
  *pointer = parameters.dptr;
  return fencepost::sim::keep(stream, std::move(*work)).value_or(cudaErrorIllegalState);
}

/// Tells who frees: `stream` is null for the calls that wait for the whole device that the memory was allocated on.
void tell_release(const char* call, const Allocation& allocation, const cudaStream_t* stream, const void* pc) {
  if (stream == nullptr) return observers().streams->on_host_wait_device(allocation.device, pc);
  const OperationRange range{allocation.base, allocation.bytes, true};
  observers().streams->on_free_in_stream(
      {.call = call, .stream = fencepost::sim::stream_number(*stream), .ranges = {&range, 1}, .pc = pc});
}

cudaError_t capture_release(void* pointer, cudaStream_t stream, const void* pc) {
  if (!fencepost::sim::is_graph_memory(pointer)) return cudaErrorInvalidValue;
  return fencepost::sim::keep(stream, fencepost::sim::release_work("cudaFreeAsync", pointer, pc))
      .value_or(cudaErrorIllegalState);
}

/// Frees memory of the host (pinned) or of the device (device, managed); with a stream, in its order.
cudaError_t release(const char* call, void* pointer, bool of_host, const void* pc,
                    const cudaStream_t* stream = nullptr) {
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), pc);
  if (pointer == nullptr) return cudaSuccess;
  if (stream != nullptr && fencepost::sim::is_captured(*stream)) {
    return result(call, capture_release(pointer, *stream, pc), pc);
  }
  if (const cudaError_t error = fencepost::sim::forbidden_by_captures(); error != cudaSuccess && stream == nullptr) {
    return result(call, error, pc);
  }
  if (fencepost::sim::launch_rests) {
    if (stream == nullptr) {
      fencepost::sim::finish_held_work_of_device(fencepost::sim::current_device());
    } else {
      fencepost::sim::Work work = {
          .perform = [=, in = *stream](fencepost::sim::StreamNumber) { release(call, pointer, of_host, pc, &in); }};
      if (fencepost::sim::hold_back(*stream, work)) return cudaSuccess;
    }
  }
  if (fencepost::sim::close_opened != nullptr && !of_host) {
    struct Teller {
      const char* call;
      const cudaStream_t* stream;
      const void* pc;
    } teller{call, stream, pc};
    const auto tell = [](const Allocation& memory, void* by) {
      const auto& how = *static_cast<const Teller*>(by);
      tell_release(how.call, memory, how.stream, how.pc);
    };
    if (fencepost::sim::close_opened(pointer, pc, tell, &teller)) return cudaSuccess;
  }
  const std::optional<Allocation> allocation = Arena::instance().find(pointer);
  const bool matches = allocation && allocation->base == pointer && allocation->space != MemorySpace::kHeap &&
                       allocation->space != MemorySpace::kArray && allocation->space != MemorySpace::kMapped &&
                       (allocation->space == MemorySpace::kPinned) == of_host;
  if (matches) tell_release(call, *allocation, stream, pc);
  if (matches && Arena::instance().free(pointer, pc)) {
    fencepost::sim::give_back_to_pool(pointer);
    return cudaSuccess;
  }
  fencepost::sim::observers().calls->on_invalid_free(call, pointer, pc);
  return result(call, cudaErrorInvalidValue, pc);
}

}  // namespace

cudaError_t fencepost::sim::allocate_in_stream(const char* call, void** pointer, std::size_t bytes,
                                               std::size_t element_bytes, cudaMemPool_t pool, cudaStream_t stream,
                                               const void* pc) {
  if (!is_stream(stream)) return result(call, cudaErrorInvalidResourceHandle, pc);
  if (!is_pool(pool)) return result(call, cudaErrorInvalidValue, pc);
  const StreamNumber in_stream = stream_number(stream);
  const DeviceGuard of_memory(pool != nullptr ? pool_device(pool) : stream_device(stream));
  if (is_captured(stream)) return result(call, capture_allocation(pointer, bytes, element_bytes, stream, pc), pc);
  if (!pool_has_room(pool, bytes)) return result(call, cudaErrorMemoryAllocation, pc);
  const cudaError_t error = allocate(call, pointer, bytes, MemorySpace::kDevice, element_bytes, pc, true);
  if (error != cudaSuccess || *pointer == nullptr) return error;
  take_from_pool(pool, *pointer, bytes);
  const OperationRange range{*pointer, bytes, true};
  observers().streams->on_operation({.call = call, .stream = in_stream, .ranges = {&range, 1}, .pc = pc});
  return cudaSuccess;
}

cudaError_t fencepost::sim::allocate_device_memory(const char* call, void** pointer, std::size_t bytes,
                                                   const void* pc) {
  return allocate(call, pointer, bytes, MemorySpace::kDevice, 0, pc);
}

cudaError_t fencepost::sim::free_device_memory(const char* call, void* pointer, const void* pc) {
  return ::release(call, pointer, false, pc);
}

#define FENCEPOST_CALLER FENCEPOST_USER_PC

extern "C" {

cudaError_t fencepost_cuda_malloc(const char* call, void** pointer, size_t bytes, int space, size_t element_bytes) {
  return allocate(call, pointer, bytes, static_cast<MemorySpace>(space), element_bytes, FENCEPOST_CALLER);
}

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate(__func__, pointer, bytes, MemorySpace::kDevice, 0, FENCEPOST_CALLER);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate(__func__, pointer, bytes, MemorySpace::kPinned, 0, FENCEPOST_CALLER);
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  return allocate(__func__, pointer, bytes, MemorySpace::kPinned, 0, FENCEPOST_CALLER);
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return allocate(__func__, pointer, bytes, MemorySpace::kManaged, 0, FENCEPOST_CALLER);
}

cudaError_t fencepost_cuda_malloc_pitch(void** pointer, size_t* pitch, size_t width, size_t height,
                                        size_t element_bytes) {
  return allocate_pitch("cudaMallocPitch", pointer, pitch, width, height, element_bytes, FENCEPOST_CALLER);
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return allocate_pitch(__func__, pointer, pitch, width, height, 0, FENCEPOST_CALLER);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (pointer == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  std::size_t rows = 0;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) return FENCEPOST_RESULT(cudaErrorMemoryAllocation);
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return allocate_pitch(__func__, &pointer->ptr, &pointer->pitch, extent.width, rows, 0, FENCEPOST_CALLER);
}

cudaError_t cudaFree(void* pointer) {
  fencepost::sim::runtime_was_used = true;  // cudaFree(0) is the usual way to make the primary context.
  return release(__func__, pointer, false, FENCEPOST_CALLER);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (!fencepost::sim::is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  return release(__func__, pointer, false, FENCEPOST_CALLER, &stream);
}
cudaError_t cudaFreeHost(void* pointer) { return release(__func__, pointer, true, FENCEPOST_CALLER); }

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  if (device_pointer == nullptr || flags != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const std::optional<Allocation> allocation = Arena::instance().find(host_pointer);
  const bool pinned = allocation && allocation->space == MemorySpace::kPinned;
  if (!pinned && fencepost::sim::registered_range(host_pointer).base == nullptr) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  *device_pointer = host_pointer;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host_pointer) {
  if (flags == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const std::optional<Allocation> allocation = Arena::instance().find(host_pointer);
  const RegisteredRange range = fencepost::sim::registered_range(host_pointer);
  if (!(allocation && allocation->space == MemorySpace::kPinned) && range.base == nullptr) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  *flags = range.base != nullptr ? range.flags : cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  if (pointer == nullptr || bytes == 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (arena_bounds.contains(pointer) ||
      !fencepost::sim::add_registered_range({static_cast<const std::byte*>(pointer), bytes, flags})) {
    return FENCEPOST_RESULT(cudaErrorHostMemoryAlreadyRegistered);
  }
  fencepost::sim::host_shares_memory = true;
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* pointer) {
  FENCEPOST_RETURN_IF_STICKY();
  if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work_of_device(current_device());
  observers().streams->on_host_wait_device(current_device(), FENCEPOST_USER_PC);
  return FENCEPOST_RESULT(fencepost::sim::remove_registered_range(pointer) ? cudaSuccess
                                                                           : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  FENCEPOST_RETURN_IF_STICKY();
  // Either may be left out, as the wrappers of cuda-api-wrappers do.
  if (free == nullptr && total == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (free != nullptr) *free = Arena::instance().free_bytes(current_device());
  if (total != nullptr) *total = Arena::instance().total_bytes();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  FENCEPOST_RETURN_IF_STICKY();
  if (attributes == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  auto* const address = const_cast<void*>(pointer);
  *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
  if (const std::optional<Allocation> allocation = Arena::instance().find(pointer)) {
    const auto device = static_cast<int>(allocation->device);
    switch (allocation->space) {
      case MemorySpace::kDevice:
      case MemorySpace::kHeap:
      case MemorySpace::kArray:
      case MemorySpace::kMapped:
        *attributes = {cudaMemoryTypeDevice, device, address, nullptr};
        break;
      case MemorySpace::kManaged:
        *attributes = {cudaMemoryTypeManaged, device, address, address};
        break;
      case MemorySpace::kPinned:
        *attributes = {cudaMemoryTypeHost, device, address, address};
        break;
    }
  } else if (fencepost::sim::registered_range(pointer).base != nullptr) {
    *attributes = {cudaMemoryTypeHost, static_cast<int>(current_device()), address, address};
  }
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_CALLER
