#include "sim/runtime/stream.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/capture.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/work.h"

using fencepost::sim::current_device;
using fencepost::sim::DeviceNumber;
using fencepost::sim::observers;
using fencepost::sim::sticky_error;
using fencepost::sim::stream_number;
using fencepost::sim::StreamKind;
using fencepost::sim::StreamNumber;

struct CUstream_st {
  unsigned int flags;
  int priority;
  unsigned long long id;
  StreamNumber number;
  DeviceNumber device;
  CUctx_st* green = nullptr;  ///< The green context that it was made in.
};

namespace {

fencepost::sim::HostMutex streams_mutex;  // Taken after graph_mutex().
unsigned long long last_stream_id = 2;    // The default streams have ids, too.
StreamNumber last_stream = 0;             // 0: there was none yet.
bool default_is_per_thread = false;
/// Of its own default stream on each device; 0: not used yet.
thread_local std::array<StreamNumber, fencepost::sim::kMostDevices> numbers_of_this_thread{};

std::map<cudaStream_t, std::unique_ptr<CUstream_st>>& streams() {
  static auto* const all = new std::map<cudaStream_t, std::unique_ptr<CUstream_st>>;
  return *all;
}

/// The caller holds the lock.
StreamNumber next_stream() {
  last_stream = std::max(last_stream + 1, fencepost::sim::device_count());
  return last_stream;
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool is_of_destroyed(const CUstream_st& stream) { return stream.green != nullptr && stream.green->is_destroyed; }

/// Properties of a stream that exists.
CUstream_st describe(cudaStream_t stream) {
  if (is_default(stream))
    return {cudaStreamDefault, 0, stream == nullptr ? 1 : reinterpret_cast<unsigned long>(stream), 0, current_device()};
  const std::lock_guard lock(streams_mutex);
  return *streams().at(stream);
}

/// For a call that needs a stream that exists.
cudaError_t check(cudaStream_t stream) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (fencepost::sim::is_stream(stream)) return cudaSuccess;
  const std::lock_guard lock(streams_mutex);
  return streams().contains(stream) ? cudaErrorContextIsDestroyed : cudaErrorInvalidResourceHandle;
}

/// Whether the host may wait for the stream.
cudaError_t check_wait(cudaStream_t stream) {
  if (const cudaError_t error = check(stream); error != cudaSuccess) return error;
  return fencepost::sim::forbidden_by_capture_of(stream);
}

/// The host has waited for the stream: it has nothing left to do, there is never any.
cudaError_t wait(cudaStream_t stream, const void* pc) {
  if (const cudaError_t error = check_wait(stream); error != cudaSuccess) return error;
  if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work(stream);
  if (sticky_error() != cudaSuccess) return sticky_error();
  observers().streams->on_host_wait(stream_number(stream), pc);
  return cudaSuccess;
}

fencepost::sim::Work host_function(const char* call, const void* pc, cudaHostFn_t function, void* user) {
  return {.type = cudaGraphNodeTypeHost,
          .pc = pc,
          .perform =
              [=](StreamNumber stream) {
                observers().streams->on_host_function_begin({.call = call, .stream = stream, .ranges = {}, .pc = pc});
                function(user);
                observers().streams->on_host_function_end();
              },
          .parameters = cudaHostNodeParams{function, user}};
}

cudaError_t destroy(cudaStream_t stream) {
  const std::lock_guard lock(streams_mutex);
  const auto found = streams().find(stream);
  if (found == streams().end()) return cudaErrorInvalidResourceHandle;
  if (is_of_destroyed(*found->second)) return cudaErrorContextIsDestroyed;
  observers().streams->on_stream_end(found->second->number);
  streams().erase(found);
  return cudaSuccess;
}

}  // namespace

bool fencepost::sim::program_creates_streams = false;

bool fencepost::sim::is_stream(cudaStream_t stream) {
  if (is_default(stream)) return true;
  const std::lock_guard lock(streams_mutex);
  const auto found = streams().find(stream);
  return found != streams().end() && !is_of_destroyed(*found->second);
}

CUctx_st* fencepost::sim::green_context_of(cudaStream_t stream) {
  if (!is_default(stream)) return describe(stream).green;
  CUctx_st* const current = top_context();
  return current != nullptr && current->is_green() ? current : nullptr;
}

unsigned int fencepost::sim::multiprocessors_of(cudaStream_t stream) {
  const CUctx_st* const green = green_context_of(stream);
  return green != nullptr ? green->multiprocessors : static_cast<unsigned>(device_properties().multiProcessorCount);
}

cudaError_t fencepost::sim::wait_for_streams_of(const CUctx_st* context, const void* pc) {
  std::vector<cudaStream_t> all;
  {
    const std::lock_guard lock(streams_mutex);
    for (const auto& [stream, about] : streams()) {
      if (about->green == context) all.push_back(stream);
    }
  }
  for (cudaStream_t const stream : all) {
    if (const cudaError_t error = wait(stream, pc); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t fencepost::sim::create_stream(cudaStream_t* stream, unsigned int flags, int priority) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  const std::lock_guard lock(streams_mutex);
  auto made = std::make_unique<CUstream_st>(
      CUstream_st{flags, priority, ++last_stream_id, next_stream(), current_device(), green_context_of(nullptr)});
  *stream = made.get();
  streams().emplace(*stream, std::move(made));
  observers().streams->on_stream_begin(
      last_stream, flags == cudaStreamNonBlocking ? StreamKind::kNonBlocking : StreamKind::kBlocking, current_device());
  return cudaSuccess;
}

StreamNumber fencepost::sim::stream_number(cudaStream_t stream) {
  if (is_legacy(stream)) return current_device();
  const std::lock_guard lock(streams_mutex);
  if (!is_default(stream)) {
    const auto found = streams().find(stream);
    return found != streams().end() ? found->second->number : 0;
  }
  StreamNumber& number = numbers_of_this_thread[current_device()];
  if (number == 0) {
    number = next_stream();
    observers().streams->on_stream_begin(number, StreamKind::kPerThreadDefault, current_device());
  }
  return number;
}

DeviceNumber fencepost::sim::stream_device(cudaStream_t stream) {
  if (device_count() == 1 || is_default(stream)) return current_device();
  return describe(stream).device;
}

StreamNumber fencepost::sim::new_stream_number() {
  const std::lock_guard lock(streams_mutex);
  return next_stream();
}

bool fencepost::sim::blocks_with_default(cudaStream_t stream) {
  return (describe(stream).flags & cudaStreamNonBlocking) == 0;
}

bool fencepost::sim::is_legacy(cudaStream_t stream) {
  return stream == cudaStreamLegacy || (stream == nullptr && !default_is_per_thread);
}

extern "C" {

void fencepost_default_stream_per_thread() { default_is_per_thread = true; }

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  FENCEPOST_RETURN_IF_STICKY();
  if (!is_default(stream)) fencepost::sim::leave_capture(stream);
  if (fencepost::sim::launch_rests && !is_default(stream) && fencepost::sim::is_stream(stream) &&
      fencepost::sim::hold_back_end([stream] { destroy(stream); })) {
    return cudaSuccess;
  }
  return FENCEPOST_RESULT(destroy(stream));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  if (flags == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  *flags = describe(stream).flags;
  return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (priority == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  *priority = describe(stream).priority;
  return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  if (id == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  *id = describe(stream).id;
  return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  if (device == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  *device = static_cast<int>(describe(stream).device);
  return cudaSuccess;
}

// cudaErrorNotReady is no error, and not the last one.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (const cudaError_t error = check_wait(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  if (fencepost::sim::launch_rests && !fencepost::sim::is_finished(stream)) return cudaErrorNotReady;
  const bool looks = !fencepost::sim::answer_is_dropped;
  return observers().guide->host_queries(stream_number(stream), looks, FENCEPOST_USER_PC) ? cudaSuccess
                                                                                          : cudaErrorNotReady;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return FENCEPOST_RESULT(wait(stream, FENCEPOST_USER_PC)); }

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user, unsigned int flags) {
  if (callback == nullptr || flags != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!fencepost::sim::is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = fencepost::sim::forbidden_by_capture_of(stream); error != cudaSuccess) {
    return FENCEPOST_RESULT(error);
  }
  const auto perform = [=, call = __func__, pc = FENCEPOST_USER_PC](StreamNumber number) {
    observers().streams->on_host_function_begin({.call = call, .stream = number, .ranges = {}, .pc = pc});
    callback(stream, sticky_error(), user);
    observers().streams->on_host_function_end();
  };
  fencepost::sim::Work work = {.perform = perform};
  if (fencepost::sim::launch_rests && fencepost::sim::hold_back(stream, work)) return cudaSuccess;
  perform(stream_number(stream));
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user) {
  if (function == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  fencepost::sim::Work work = host_function(__func__, FENCEPOST_USER_PC, function, user);
  if (fencepost::sim::recorders != 0) {
    if (const auto kept = fencepost::sim::keep(stream, work)) return FENCEPOST_RESULT(*kept);
  }
  if (fencepost::sim::launch_rests && fencepost::sim::hold_back(stream, work)) return cudaSuccess;
  work.perform(stream_number(stream));
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned int) {
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  return FENCEPOST_RESULT(fencepost::sim::is_device_range(pointer, 1) ? cudaSuccess : cudaErrorInvalidValue);
}

}  // extern "C"
