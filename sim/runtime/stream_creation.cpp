// Creation of streams. In a file of its own: only programs that create streams link it, and pay for their order.
#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {
__attribute__((constructor(101))) static void take_note() { program_creates_streams = true; }
}  // namespace fencepost::sim

using fencepost::sim::create_stream;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return FENCEPOST_RESULT(create_stream(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return FENCEPOST_RESULT(create_stream(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return FENCEPOST_RESULT(create_stream(stream, flags, priority < -5 ? -5 : priority > 0 ? 0 : priority));
}

}  // extern "C"
