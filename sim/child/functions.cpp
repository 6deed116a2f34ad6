// Functions of the runtime API that mean something else where a kernel calls them (CUDA C++ Programming Guide, "CUDA
// Dynamic Parallelism", API Reference).

#include <cstring>
#include <string>

#include "sim/child/grid_children.h"
#include "sim/engine/arena.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/engine/heap.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/current.h"
#include "sim/runtime/memory/addresses.h"

using namespace fencepost::sim;

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

/// From the heap of malloc().
cudaError_t allocate(void** pointer, std::size_t bytes, std::size_t element_bytes, const void* pc) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = bytes == 0 ? nullptr : Arena::instance().allocate(bytes, MemorySpace::kHeap, element_bytes, pc);
  return bytes == 0 || *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t result(cudaError_t error) { return GridChildren::of_running_thread().result(error); }

/// Kernels copy device memory alone, of no thread's or block's own.
cudaError_t check(const char* call, const void* address, std::size_t bytes, const char* role, const void* pc) {
  if (is_device_range(address, bytes)) return cudaSuccess;
  GridChildren::of_running_thread().tell_invalid(
      call, std::string("its ") + role + " is no memory of the device that a kernel may have copied", pc);
  return cudaErrorInvalidValue;
}

}  // namespace

extern "C" {

cudaError_t fencepost_in_kernel_cudaGetLastError() {
  const BusySection busy;
  return GridChildren::of_running_thread().last_error(true);
}
cudaError_t fencepost_in_kernel_cudaPeekAtLastError() {
  const BusySection busy;
  return GridChildren::of_running_thread().last_error(false);
}

/// As until CUDA 11, and with CUDA_FORCE_CDP1_IF_SUPPORTED: for what the block has launched.
cudaError_t fencepost_in_kernel_cudaDeviceSynchronize() {
  const BusySection busy;
  return GridChildren::of_running_thread().await_block(FENCEPOST_CALLER);
}

cudaError_t fencepost_in_kernel_fencepost_cuda_malloc(const char*, void** pointer, size_t bytes, int,
                                                      size_t element_bytes) {
  const BusySection busy;
  return result(allocate(pointer, bytes, element_bytes, FENCEPOST_CALLER));
}
cudaError_t fencepost_in_kernel_cudaMalloc(void** pointer, size_t bytes) {
  return fencepost_in_kernel_fencepost_cuda_malloc(nullptr, pointer, bytes, 0, 0);
}
/// Of memory from that heap.
cudaError_t fencepost_in_kernel_cudaFree(void* memory) {
  const void* const pc = FENCEPOST_CALLER;
  if (memory == nullptr || free_in_kernel(memory, pc)) return cudaSuccess;
  const BusySection busy;
  observers().calls->on_invalid_free("cudaFree", memory, pc);
  return result(cudaErrorInvalidValue);
}

cudaError_t fencepost_in_kernel_cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  const BusySection busy;
  if (stream == nullptr || flags != cudaStreamNonBlocking) return result(cudaErrorInvalidValue);
  *stream = GridChildren::of_running_thread().create_stream();
  return cudaSuccess;
}
cudaError_t fencepost_in_kernel_cudaStreamDestroy(cudaStream_t stream) {
  const BusySection busy;
  const bool existed = GridChildren::of_running_thread().destroy_stream(stream);
  return result(existed ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t fencepost_in_kernel_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  const BusySection busy;
  GridChildren& children = GridChildren::of_running_thread();
  if (!children.is_stream(stream) || !children.is_event(event)) return result(cudaErrorInvalidResourceHandle);
  children.wait(stream, event, FENCEPOST_CALLER);
  return cudaSuccess;
}

cudaError_t fencepost_in_kernel_cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  const BusySection busy;
  if (event == nullptr || flags != cudaEventDisableTiming) return result(cudaErrorInvalidValue);
  *event = GridChildren::of_running_thread().create_event();
  return cudaSuccess;
}
cudaError_t fencepost_in_kernel_cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const BusySection busy;
  GridChildren& children = GridChildren::of_running_thread();
  if (!children.is_stream(stream) || !children.is_event(event)) return result(cudaErrorInvalidResourceHandle);
  children.record(event, stream, FENCEPOST_CALLER);
  return cudaSuccess;
}
cudaError_t fencepost_in_kernel_cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return fencepost_in_kernel_cudaEventRecord(event, stream);
}
cudaError_t fencepost_in_kernel_cudaEventDestroy(cudaEvent_t event) {
  const BusySection busy;
  const bool existed = GridChildren::of_running_thread().destroy_event(event);
  return result(existed ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaGraphExec_t fencepost_in_kernel_cudaGetCurrentGraphExec() {
  const BusySection busy;
  const GraphEnvironment* const graph = GridChildren::of_running_thread().graph();
  return graph != nullptr ? graph->handle() : nullptr;
}
/// Of a graph that this kernel is a node of, or that follows it (Programming Guide, "Device Graph Launch").
cudaError_t fencepost_in_kernel_cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  const BusySection busy;
  GridChildren& children = GridChildren::of_running_thread();
  std::string why = "a kernel launches a graph, but is no node of one";
  const cudaError_t error =
      children.graph() != nullptr ? children.graph()->check_launch(exec, stream, why) : cudaErrorInvalidValue;
  if (error == cudaSuccess) {
    children.add_graph(*exec, stream);
  } else {
    children.tell_invalid("cudaGraphLaunch", why, FENCEPOST_CALLER);
  }
  return result(error);
}

cudaError_t fencepost_in_kernel_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind,
                                                cudaStream_t stream) {
  const BusySection busy;
  const void* const pc = FENCEPOST_CALLER;
  GridChildren& children = GridChildren::of_running_thread();
  if (!children.is_stream(stream)) return result(cudaErrorInvalidResourceHandle);
  constexpr char kCall[] = "cudaMemcpyAsync";
  if (check(kCall, from, bytes, "source", pc) != cudaSuccess ||
      check(kCall, to, bytes, "destination", pc) != cudaSuccess) {
    return cudaErrorInvalidValue;
  }
  children.add(stream, [=, device = children.device()](StreamNumber in, const Descent& descent) {
    const OperationRange ranges[] = {{from, bytes, false}, {to, bytes, true}};
    observers().streams->on_operation(
        {.call = "cudaMemcpyAsync", .stream = in, .ranges = ranges, .pc = pc, .device = device, .descent = descent});
    observers().memory->on_copy(to, from, bytes);
    std::memmove(to, from, bytes);
  });
  return cudaSuccess;
}

cudaError_t fencepost_in_kernel_cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  const BusySection busy;
  const void* const pc = FENCEPOST_CALLER;
  GridChildren& children = GridChildren::of_running_thread();
  if (!children.is_stream(stream)) return result(cudaErrorInvalidResourceHandle);
  if (check("cudaMemsetAsync", to, bytes, "destination", pc) != cudaSuccess) return cudaErrorInvalidValue;
  children.add(stream, [=, device = children.device()](StreamNumber in, const Descent& descent) {
    const OperationRange ranges[] = {{to, bytes, true}};
    observers().streams->on_operation(
        {.call = "cudaMemsetAsync", .stream = in, .ranges = ranges, .pc = pc, .device = device, .descent = descent});
    observers().memory->on_memset(to, bytes);
    std::memset(to, value, bytes);
  });
  return cudaSuccess;
}

}  // extern "C"
