// Events: the moment they were recorded.
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/stream.h"

using fencepost::sim::is_stream;
using fencepost::sim::observer;
using fencepost::sim::sticky_error;
using fencepost::sim::stream_number;

struct CUevent_st {
  unsigned int flags;
  std::uint64_t number;  ///< By which the observer knows it.
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

namespace {

std::mutex mutex;
std::uint64_t last_number = 0;

std::map<cudaEvent_t, std::unique_ptr<CUevent_st>>& events() {
  static auto* const all = new std::map<cudaEvent_t, std::unique_ptr<CUevent_st>>;
  return *all;
}

cudaError_t create(cudaEvent_t* event, unsigned int flags) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  constexpr unsigned int kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (event == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  const std::lock_guard lock(mutex);
  auto made = std::make_unique<CUevent_st>(CUevent_st{flags, ++last_number, std::nullopt});
  *event = made.get();
  events().emplace(*event, std::move(made));
  return cudaSuccess;
}

cudaError_t check(cudaEvent_t event) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  const std::lock_guard lock(mutex);
  return events().contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  if (const cudaError_t error = check(event); error != cudaSuccess) return error;
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  event->recorded = std::chrono::steady_clock::now();
  observer().on_event_record(event->number, stream_number(stream));
  return cudaSuccess;
}

/// The host has waited for the event, or was told that it has happened.
cudaError_t wait(cudaEvent_t event) {
  const cudaError_t error = check(event);
  if (error == cudaSuccess) observer().on_host_wait_event(event->number);
  return error;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) { return FENCEPOST_RESULT(create(event, cudaEventDefault)); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return FENCEPOST_RESULT(create(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  FENCEPOST_RETURN_IF_STICKY();
  const std::lock_guard lock(mutex);
  const auto found = events().find(event);
  if (found == events().end()) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  observer().on_event_end(found->second->number);
  events().erase(found);
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return FENCEPOST_RESULT(record(event, stream)); }

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return FENCEPOST_RESULT(record(event, stream));
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return FENCEPOST_RESULT(wait(event)); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return FENCEPOST_RESULT(wait(event)); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  if (const cudaError_t error = check(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
  if (!is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  observer().on_stream_wait_event(stream_number(stream), event->number);
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (milliseconds == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = check(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
    if (!event->recorded || (event->flags & cudaEventDisableTiming) != 0) {
      return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
    }
  }
  // Success says that both have happened.
  for (const cudaEvent_t event : {start, end}) observer().on_host_wait_event(event->number);
  *milliseconds = std::chrono::duration<float, std::milli>(*end->recorded - *start->recorded).count();
  return cudaSuccess;
}

}  // extern "C"
