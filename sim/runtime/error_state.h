// The error state of the CUDA runtime: what cudaGetLastError sees. The sticky error is of each device, those that
// nobody has read are the program's, the last error is of each OS thread. Thread safety: full.
#pragma once

#include <vector>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {

/// The result of an API call. An error becomes the calling thread's last error and is told to the observer, unless it
/// only repeats the sticky error. Returns `error`.
cudaError_t result(const char* call, cudaError_t error, const void* pc);

/// Of the current device: the error of a kernel that failed; it is what every later call returns. cudaSuccess if there
/// was none. Of several threads' errors the first wins.
cudaError_t sticky_error();
void set_sticky_error(cudaError_t);
/// cudaDeviceReset.
void clear_errors();

/// A launch with <<<>>>, or a call whose result was dropped, that failed, and which neither cudaGetLastError() nor
/// cudaPeekAtLastError() told since.
struct UnreadError {
  const char* call;  ///< "cudaMalloc"; null for a launch.
  const char* name;
  const void* pc;
};
std::vector<UnreadError> unread_errors();
/// To be called for a launch that could not be made.
void add_unread_launch_error(cudaError_t, const void* pc);

/// Of the calling thread: the answer of the call that it makes is dropped by the program.
extern thread_local bool answer_is_dropped;

/// What a launch that was stopped leaves behind.
cudaError_t error_of(StopReason);

}  // namespace fencepost::sim

// For use in the definition of an API function `call`: the return address is in the user's code.
#define FENCEPOST_RESULT(error) ::fencepost::sim::result(__func__, error, FENCEPOST_USER_PC)
// Ends the API function if an earlier kernel failed.
#define FENCEPOST_RETURN_IF_STICKY()                                                            \
  do {                                                                                          \
    if (const cudaError_t sticky_ = ::fencepost::sim::sticky_error(); sticky_ != cudaSuccess) { \
      return FENCEPOST_RESULT(sticky_);                                                         \
    }                                                                                           \
  } while (false)
