// Events: the moment they were recorded.
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/event.h"
#include "sim/runtime/graph/capture.h"
#include "sim/runtime/mapped/shared_event.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"

using fencepost::sim::is_stream;
using fencepost::sim::observers;
using fencepost::sim::sticky_error;
using fencepost::sim::stream_number;
using fencepost::sim::StreamNumber;
using fencepost::sim::Work;

struct CUevent_st {
  using Time = std::chrono::steady_clock::time_point;

  unsigned int flags;
  std::uint64_t number;                 ///< By which the observer knows it.
  fencepost::sim::DeviceNumber device;  ///< That was current when it was created.
  std::atomic<Time> recorded = Time();  ///< Time(): not yet. A thread may record the event while others ask for it.
  std::unique_ptr<fencepost::sim::SharedEvent> shared = nullptr;  ///< Of cudaEventInterprocess.

  [[nodiscard]] bool was_recorded() const { return recorded.load() != Time(); }
  [[nodiscard]] bool is_of_other_process() const { return shared != nullptr && shared->was_recorded_by_other(); }
};

namespace {

fencepost::sim::HostMutex events_mutex;  // Taken after graph_mutex().
std::uint64_t last_event = 0;

std::map<cudaEvent_t, std::unique_ptr<CUevent_st>>& events() {
  static auto* const all = new std::map<cudaEvent_t, std::unique_ptr<CUevent_st>>;
  return *all;
}

void add_event(cudaEvent_t* event, unsigned int flags, std::unique_ptr<fencepost::sim::SharedEvent> shared) {
  const std::lock_guard lock(events_mutex);
  std::unique_ptr<CUevent_st> made(new CUevent_st{flags, ++last_event, fencepost::sim::current_device()});
  made->shared = std::move(shared);
  *event = made.get();
  events().emplace(*event, std::move(made));
}

cudaError_t create(cudaEvent_t* event, unsigned int flags) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  constexpr unsigned int kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (event == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  std::unique_ptr<fencepost::sim::SharedEvent> shared;
  if ((flags & cudaEventInterprocess) != 0) {
    if ((flags & cudaEventDisableTiming) == 0) return cudaErrorInvalidValue;
    shared = fencepost::sim::SharedEvent::make();
    if (shared == nullptr) return cudaErrorMemoryAllocation;
  }
  add_event(event, flags, std::move(shared));
  return cudaSuccess;
}

cudaError_t check(cudaEvent_t event) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  const std::lock_guard lock(events_mutex);
  return events().contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/// Null if there is no such event.
std::unique_ptr<CUevent_st> take_out(cudaEvent_t event) {
  const std::lock_guard lock(events_mutex);
  auto found = events().extract(event);
  return found.empty() ? nullptr : std::move(found.mapped());
}

cudaError_t destroy(cudaEvent_t event) {
  const std::unique_ptr<CUevent_st> ended = take_out(event);
  if (ended == nullptr) return cudaErrorInvalidResourceHandle;
  fencepost::sim::forget_captured_event(ended->number);
  observers().streams->on_event_end(ended->number);
  return cudaSuccess;
}

void record_now(cudaEvent_t event, StreamNumber stream, const void* pc) {
  event->recorded = std::chrono::steady_clock::now();
  observers().streams->on_event_record(event->number, stream, pc);
  if (event->shared != nullptr) event->shared->note_record(stream, pc);
}

/// What was recorded last, here or by another process, comes before what the stream does from now on.
void let_wait(StreamNumber stream, cudaEvent_t event, const void* pc) {
  if (event->is_of_other_process()) return fencepost::sim::wait_for_others(stream, pc);
  observers().streams->on_stream_wait_event(stream, event->number, pc);
}

/// What is to belong to one device, but does not, is told as the wrong arguments of `call`.
cudaError_t refuse_devices(const char* call, const char* one, fencepost::sim::DeviceNumber device, const char* other,
                           fencepost::sim::DeviceNumber other_device, const void* pc) {
  observers().calls->on_invalid_arguments(call,
                                          std::string(one) + " is of device " + std::to_string(device) + ", but " +
                                              other + " of device " + std::to_string(other_device),
                                          pc);
  return cudaErrorInvalidResourceHandle;
}

/// In a captured stream the event stands for a place in the graph, unless it is recorded as a node of it (`external`).
cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned int flags, const void* pc) {
  if (const cudaError_t error = check(event); error != cudaSuccess) return error;
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if ((flags & ~static_cast<unsigned int>(cudaEventRecordExternal)) != 0) return cudaErrorInvalidValue;
  if (const auto device = fencepost::sim::stream_device(stream); device != event->device) {
    return refuse_devices("cudaEventRecord", "the event", event->device, "the stream", device, pc);
  }
  if (fencepost::sim::recorders != 0) {
    if ((flags & cudaEventRecordExternal) == 0) {
      if (const auto captured = fencepost::sim::capture_event(event->number, stream)) return *captured;
    } else if (const auto kept = fencepost::sim::keep(stream, *fencepost::sim::event_record_work(event, pc))) {
      return *kept;
    }
  }
  fencepost::sim::forget_captured_event(event->number);
  if (fencepost::sim::launch_rests &&
      fencepost::sim::hold_back_event(stream, event->number, false, *fencepost::sim::event_record_work(event, pc))) {
    return cudaSuccess;
  }
  record_now(event, stream_number(stream), pc);
  return cudaSuccess;
}

/// Whether the host may wait for the event.
cudaError_t check_wait(cudaEvent_t event) {
  if (const cudaError_t error = check(event); error != cudaSuccess) return error;
  return fencepost::sim::forbidden_by_captured_event(event->number);
}

/// The host has waited for the event.
cudaError_t wait(cudaEvent_t event, const void* pc) {
  if (const cudaError_t error = check_wait(event); error != cudaSuccess) return error;
  if (event->is_of_other_process()) {
    fencepost::sim::wait_for_others(std::nullopt, pc);
    return cudaSuccess;
  }
  if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work_of_event(event->number);
  if (sticky_error() != cudaSuccess) return sticky_error();
  observers().streams->on_host_wait_event(event->number, pc);
  return cudaSuccess;
}

}  // namespace

std::uint64_t fencepost::sim::new_event_number() {
  const std::lock_guard lock(events_mutex);
  return ++last_event;
}

// The event may be gone when the graph is launched.
std::optional<Work> fencepost::sim::event_record_work(cudaEvent_t event, const void* pc) {
  if (check(event) != cudaSuccess) return std::nullopt;
  return Work{.type = cudaGraphNodeTypeEventRecord,
              .pc = pc,
              .perform =
                  [event, pc](StreamNumber stream) {
                    if (check(event) == cudaSuccess) record_now(event, stream, pc);
                  },
              .parameters = event};
}

std::optional<Work> fencepost::sim::event_wait_work(cudaEvent_t event, const void* pc) {
  if (check(event) != cudaSuccess) return std::nullopt;
  return Work{.type = cudaGraphNodeTypeWaitEvent,
              .pc = pc,
              .perform =
                  [event, pc](StreamNumber stream) {
                    if (check(event) == cudaSuccess) let_wait(stream, event, pc);
                  },
              .parameters = event};
}

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) { return FENCEPOST_RESULT(create(event, cudaEventDefault)); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return FENCEPOST_RESULT(create(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  FENCEPOST_RETURN_IF_STICKY();
  if (fencepost::sim::launch_rests && check(event) == cudaSuccess &&
      fencepost::sim::hold_back_end([event] { destroy(event); })) {
    return cudaSuccess;
  }
  return FENCEPOST_RESULT(destroy(event));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return FENCEPOST_RESULT(record(event, stream, cudaEventRecordDefault, FENCEPOST_USER_PC));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return FENCEPOST_RESULT(record(event, stream, flags, FENCEPOST_USER_PC));
}

// cudaErrorNotReady is no error, and not the last one.
cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (const cudaError_t error = check_wait(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
  const bool looks = !fencepost::sim::answer_is_dropped;
  if (event->is_of_other_process()) {
    if (looks) fencepost::sim::wait_for_others(std::nullopt, FENCEPOST_USER_PC);
    return cudaSuccess;
  }
  if (fencepost::sim::launch_rests && !fencepost::sim::is_event_finished(event->number)) return cudaErrorNotReady;
  return observers().guide->host_queries_event(event->number, looks, FENCEPOST_USER_PC) ? cudaSuccess
                                                                                        : cudaErrorNotReady;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return FENCEPOST_RESULT(wait(event, FENCEPOST_USER_PC)); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  if (const cudaError_t error = check(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
  if (!is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  if (fencepost::sim::recorders != 0) {
    if ((flags & cudaEventWaitExternal) == 0) {
      if (const auto captured = fencepost::sim::capture_wait(event->number, event->was_recorded(), stream)) {
        return FENCEPOST_RESULT(*captured);
      }
    } else {
      const Work work = *fencepost::sim::event_wait_work(event, FENCEPOST_USER_PC);
      if (const auto kept = fencepost::sim::keep(stream, work)) return FENCEPOST_RESULT(*kept);
    }
  }
  if (fencepost::sim::launch_rests &&
      fencepost::sim::hold_back_event(stream, event->number, true,
                                      *fencepost::sim::event_wait_work(event, FENCEPOST_USER_PC))) {
    return cudaSuccess;
  }
  let_wait(stream_number(stream), event, FENCEPOST_USER_PC);
  return cudaSuccess;
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  if (handle == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
  if (event->shared == nullptr) {
    observers().calls->on_invalid_arguments(
        __func__, "the event was not created with cudaEventInterprocess | cudaEventDisableTiming", FENCEPOST_USER_PC);
    return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  }
  *handle = event->shared->handle();
  return cudaSuccess;
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  FENCEPOST_RETURN_IF_STICKY();
  if (event == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  auto shared = fencepost::sim::SharedEvent::open(handle);
  if (shared == nullptr) {
    observers().calls->on_invalid_arguments(
        __func__, "the handle is none of cudaIpcGetEventHandle, or its event or process is gone", FENCEPOST_USER_PC);
    return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  }
  add_event(event, cudaEventInterprocess | cudaEventDisableTiming, std::move(shared));
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (milliseconds == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = check_wait(event); error != cudaSuccess) return FENCEPOST_RESULT(error);
    if (fencepost::sim::launch_rests && !fencepost::sim::is_event_finished(event->number)) {
      return FENCEPOST_RESULT(cudaErrorNotReady);
    }
    if (!event->was_recorded() || (event->flags & cudaEventDisableTiming) != 0) {
      return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
    }
  }
  if (start->device != end->device) {
    return FENCEPOST_RESULT(refuse_devices("cudaEventElapsedTime", "the first event", start->device, "the second",
                                           end->device, FENCEPOST_USER_PC));
  }
  // Success says that both have happened, to who looks at it.
  if (!fencepost::sim::answer_is_dropped) {
    for (const cudaEvent_t event : {start, end})
      observers().streams->on_host_wait_event(event->number, FENCEPOST_USER_PC);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(end->recorded.load() - start->recorded.load()).count();
  return cudaSuccess;
}

}  // extern "C"
