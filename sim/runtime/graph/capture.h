// Stream capture: what the streams that take part in one have been given so far (sim/runtime/graph/capture.cpp).
// Thread safety: full.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/runtime/work.h"

namespace fencepost::sim {

bool is_captured(cudaStream_t);
/// The stream, a created one, is being destroyed: what was captured in it stays in the graph. A capture that it began
/// is over, without a graph.
void leave_capture(cudaStream_t);

/// An event is recorded in a stream: nullopt if that is not captured, otherwise the result of the call. The event
/// stands for the stream's last nodes then.
std::optional<cudaError_t> capture_event(std::uint64_t event, cudaStream_t);
/// A stream is to wait for an event: nullopt if neither is captured. A stream that waits for a captured event is
/// captured, too.
std::optional<cudaError_t> capture_wait(std::uint64_t event, bool was_recorded, cudaStream_t);
/// The event is recorded outside of captures, or destroyed.
void forget_captured_event(std::uint64_t event);
/// For a call that asks about an event.
cudaError_t forbidden_by_captured_event(std::uint64_t event);

}  // namespace fencepost::sim
