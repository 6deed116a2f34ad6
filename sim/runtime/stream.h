// Streams. Every operation is complete when its call returns, so a stream is little more than a name. Thread safety:
// full, for streams that no other thread destroys at the same time.
#pragma once

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"

struct CUctx_st;

namespace fencepost::sim {

/// The number by which the observer knows a stream that exists. Null is the legacy default stream of the current device
/// or, in programs compiled with --default-stream per-thread, the calling thread's own there, as are all calls without
/// a stream.
StreamNumber stream_number(cudaStream_t);
/// Of a stream that exists; default streams are the current device's.
DeviceNumber stream_device(cudaStream_t);

/// The green context that the stream was made in; of a default stream the current one. Null: none.
CUctx_st* green_context_of(cudaStream_t);
/// Of the device, or of the part of it that the stream's work runs on.
unsigned int multiprocessors_of(cudaStream_t);
/// The host waits for all streams of a green context that exist, as by cudaStreamSynchronize for each.
cudaError_t wait_for_streams_of(const CUctx_st*, const void* pc);

/// True for the legacy default stream.
bool is_legacy(cudaStream_t);
/// False for a non-blocking stream: it does not wait for the legacy default stream, nor that for it.
bool blocks_with_default(cudaStream_t);

/// A number for nodes of a graph that may run beside others.
StreamNumber new_stream_number();

/// What cudaStreamCreateWithPriority does with a priority in range.
cudaError_t create_stream(cudaStream_t* stream, unsigned int flags, int priority);

/// True if the program links a function that creates streams. Constant once main() runs.
extern bool program_creates_streams;

/// A stream that exists: one of the default streams, or created and not destroyed.
bool is_stream(cudaStream_t);

}  // namespace fencepost::sim
