#include "sim/runtime/graph/work.h"

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/event.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/memory/copy.h"

namespace fencepost::sim {

std::nullopt_t NodeCall::fail(cudaError_t what) {
  error = result(call, what, pc);
  return std::nullopt;
}

std::optional<Work> NodeCall::kernel(const cudaKernelNodeParams* p) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  if (p->extra != nullptr) return fail(cudaErrorNotSupported);
  return work_of(
      [&] {
        return launch_function(call, p->func, p->kernelParams,
                               {{p->gridDim.x, p->gridDim.y, p->gridDim.z},
                                {p->blockDim.x, p->blockDim.y, p->blockDim.z},
                                p->sharedMemBytes,
                                nullptr,
                                pc,
                                nullptr,
                                cluster});
      },
      error);
}

std::optional<Work> NodeCall::copy(const cudaMemcpy3DParms* p) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  return work_of([&] { return copy_box(call, *p, pc); }, error);
}

std::optional<Work> NodeCall::copy_1d(void* dst, const void* src, std::size_t bytes, cudaMemcpyKind kind) {
  const cudaMemcpy3DParms box = {
      nullptr, {}, {const_cast<void*>(src), bytes, bytes, 1}, nullptr, {}, {dst, bytes, bytes, 1}, {bytes, 1, 1}, kind};
  return copy(&box);
}

std::optional<Work> NodeCall::fill(const cudaMemsetParams* p) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  return work_of([&] { return fill_words(call, *p, nullptr, pc); }, error);
}

std::optional<Work> NodeCall::host(const cudaHostNodeParams* p) {
  if (p == nullptr || p->fn == nullptr) return fail(cudaErrorInvalidValue);
  auto work = work_of([&] { return cudaLaunchHostFunc(nullptr, p->fn, p->userData); }, error);
  if (work) work->pc = pc;
  return work;
}

std::optional<Work> NodeCall::record_event(cudaEvent_t event) {
  auto work = event_record_work(event, pc);
  return work ? work : fail(cudaErrorInvalidResourceHandle);
}

std::optional<Work> NodeCall::wait_event(cudaEvent_t event) {
  auto work = event_wait_work(event, pc);
  return work ? work : fail(cudaErrorInvalidResourceHandle);
}

std::optional<Work> NodeCall::any(const cudaGraphNodeParams* p) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return kernel(&p->kernel);
    case cudaGraphNodeTypeMemcpy:
      return copy(&p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return fill(&p->memset);
    case cudaGraphNodeTypeHost:
      return host(&p->host);
    case cudaGraphNodeTypeEmpty:
      return Work{.pc = pc};
    case cudaGraphNodeTypeEventRecord:
      return record_event(p->eventRecord.event);
    case cudaGraphNodeTypeWaitEvent:
      return wait_event(p->eventWait.event);
    default:
      return fail(cudaErrorNotSupported);
  }
}

}  // namespace fencepost::sim
