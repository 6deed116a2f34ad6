#include "sim/runtime/stream.h"

#include <map>
#include <memory>
#include <mutex>

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/addresses.h"
#include "sim/runtime/error_state.h"

using fencepost::sim::sticky_error;

struct CUstream_st {
  unsigned int flags;
  int priority;
  unsigned long long id;
};

namespace {

std::mutex mutex;
unsigned long long last_id = 2;  // The default streams have ids, too.

std::map<cudaStream_t, std::unique_ptr<CUstream_st>>& streams() {
  static auto* const all = new std::map<cudaStream_t, std::unique_ptr<CUstream_st>>;
  return *all;
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/// Properties of a stream that exists.
CUstream_st describe(cudaStream_t stream) {
  if (is_default(stream))
    return {cudaStreamDefault, 0, stream == nullptr ? 1 : reinterpret_cast<unsigned long>(stream)};
  const std::lock_guard lock(mutex);
  return *streams().at(stream);
}

cudaError_t create(cudaStream_t* stream, unsigned int flags, int priority) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  const std::lock_guard lock(mutex);
  auto made = std::make_unique<CUstream_st>(CUstream_st{flags, priority, ++last_id});
  *stream = made.get();
  streams().emplace(*stream, std::move(made));
  return cudaSuccess;
}

/// For an operation that waits for, or joins, the work of a stream: there is never any left.
cudaError_t check(cudaStream_t stream) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  return fencepost::sim::is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

}  // namespace

bool fencepost::sim::is_stream(cudaStream_t stream) {
  if (is_default(stream)) return true;
  const std::lock_guard lock(mutex);
  return streams().contains(stream);
}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return FENCEPOST_RESULT(create(stream, cudaStreamDefault, 0)); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return FENCEPOST_RESULT(create(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return FENCEPOST_RESULT(create(stream, flags, priority < -5 ? -5 : priority > 0 ? 0 : priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  FENCEPOST_RETURN_IF_STICKY();
  bool found = false;
  {
    const std::lock_guard lock(mutex);
    found = streams().erase(stream) != 0;
  }
  return FENCEPOST_RESULT(found ? cudaSuccess : cudaErrorInvalidResourceHandle);
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

cudaError_t cudaStreamQuery(cudaStream_t stream) { return FENCEPOST_RESULT(check(stream)); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return FENCEPOST_RESULT(check(stream)); }

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user, unsigned int flags) {
  if (callback == nullptr || flags != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!fencepost::sim::is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  callback(stream, sticky_error(), user);
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user) {
  if (function == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  function(user);
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned int) {
  if (const cudaError_t error = check(stream); error != cudaSuccess) return FENCEPOST_RESULT(error);
  return FENCEPOST_RESULT(fencepost::sim::is_device_range(pointer, 1) ? cudaSuccess : cudaErrorInvalidValue);
}

}  // extern "C"
