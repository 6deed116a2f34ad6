#include "sim/runtime/error_state.h"

#include <array>
#include <atomic>
#include <mutex>
#include <utility>

#include "sim/include/cuda_runtime.h"
#include "sim/interface/host_mutex.h"
#include "sim/runtime/devices/current.h"

namespace fencepost::sim {

namespace {
std::array<std::atomic<cudaError_t>, kMostDevices> sticky_errors{};  // Of each device.
thread_local cudaError_t last_error = cudaSuccess;
thread_local cudaError_t error_before = cudaSuccess;  ///< What last_error was before the last failure.

/// The calling thread's last call that failed.
thread_local UnreadError last_failure{};

HostMutex unread_mutex;
std::vector<UnreadError>& all_unread() {
  static auto& instance = *new std::vector<UnreadError>;
  return instance;
}
void all_is_read() {
  const std::scoped_lock lock(unread_mutex);
  all_unread().clear();
}
}  // namespace

cudaError_t result(const char* call, cudaError_t error, const void* pc) {
  if (error == cudaSuccess) return error;
  error_before = std::exchange(last_error, error);
  last_failure = {call, cudaGetErrorName(error), pc};
  if (error != sticky_error()) observers().calls->on_api_error(call, cudaGetErrorName(error), pc);
  return error;
}

cudaError_t sticky_error() { return sticky_errors[current_device()].load(std::memory_order_relaxed); }

void set_sticky_error(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  sticky_errors[current_device()].compare_exchange_strong(none, error);
  last_error = sticky_error();
}

std::vector<UnreadError> unread_errors() {
  const std::scoped_lock lock(unread_mutex);
  return all_unread();
}

void add_unread_launch_error(cudaError_t error, const void* pc) {
  const std::scoped_lock lock(unread_mutex);
  all_unread().push_back({nullptr, cudaGetErrorName(error), pc});
}

thread_local bool answer_is_dropped = false;

void clear_errors() {
  all_is_read();
  sticky_errors[current_device()] = cudaSuccess;
  last_error = cudaSuccess;
}

cudaError_t error_of(StopReason reason) {
  switch (reason) {
    case StopReason::kInvalidAddress:
    case StopReason::kSurfaceBounds:
    case StopReason::kTensorMemory:
    case StopReason::kStackOverflow:
      return cudaErrorIllegalAddress;
    case StopReason::kIllegalInstruction:
      return cudaErrorIllegalInstruction;
    case StopReason::kAssertion:
      return cudaErrorAssert;
    case StopReason::kTimeout:
    case StopReason::kDeadlock:
    case StopReason::kTooManyBlocks:
      return cudaErrorLaunchTimeout;
    case StopReason::kUnsupported:
      return cudaErrorNotSupported;
    case StopReason::kInvalidHandle:
    case StopReason::kArithmetic:
    case StopReason::kTrap:
    case StopReason::kNotCooperative:
    case StopReason::kInterrupt:
    case StopReason::kMemory:
      break;
  }
  return cudaErrorLaunchFailure;
}

}  // namespace fencepost::sim

/// Behind a call whose result the program drops: keeps an error in mind, for the end of the program. The sticky error
/// belongs to a kernel, and is told with it.
extern "C" void fencepost_discarded(cudaError_t error) {
  using namespace fencepost::sim;
  if (error == cudaSuccess || error == cudaErrorNotReady || error == sticky_error()) return;
  const std::scoped_lock lock(unread_mutex);
  all_unread().push_back(last_failure);
}

/// Errors of the driver API are not what cudaGetLastError() gives.
extern "C" void fencepost_driver_call_failed() { fencepost::sim::last_error = fencepost::sim::error_before; }

/// Around a question whose answer the program drops.
extern "C" void fencepost_drop_answer(int dropped) { fencepost::sim::answer_is_dropped = dropped != 0; }

using fencepost::sim::last_error;
using fencepost::sim::sticky_error;

extern "C" {

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  const cudaError_t sticky = sticky_error();
  if (sticky != cudaSuccess || last_error != cudaSuccess) fencepost::sim::all_is_read();
  return sticky != cudaSuccess ? sticky : last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define FENCEPOST_CUDA_ERROR(name, value, text) \
  case name:                                    \
    return #name;
#include "sim/include/fencepost_cuda_errors.inc"
#undef FENCEPOST_CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define FENCEPOST_CUDA_ERROR(name, value, text) \
  case name:                                    \
    return text;
#include "sim/include/fencepost_cuda_errors.inc"
#undef FENCEPOST_CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

}  // extern "C"
