// What a stream is given to do. It is done when it is issued or, if the stream is being captured, kept as a node of a
// graph. Thread safety of the functions: full.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <variant>

#include "sim/include/fencepost_graph_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// Can be performed any number of times. What it refers to, it owns; copies share it.
struct Work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  const void* pc = nullptr;  ///< Of the call in the user's code.
  Extent cluster{0, 0, 0};   ///< Of a launch that says its clusters; else zeros.
  /// Does it as an operation of the stream, and tells the observer. Empty: nothing to do.
  std::function<void(StreamNumber)> perform{};
  /// As cudaGraph…NodeGetParams tell it; of a node for an event the event, of one that frees memory its address.
  std::variant<std::monostate, cudaKernelNodeParams, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams,
               cudaMemAllocNodeParams, cudaEvent_t, void*>
      parameters{};
};

/// Captures that are under way, and calls that make a node of a graph. While 0, work is done when it is issued.
extern std::atomic<int> recorders;

/// Keeps the work of a call in `stream` if it is not to be done now: the stream is being captured, or a node is being
/// made. nullopt: it is to be done. Otherwise the result of the call. `stream` is nullopt for a call without one, which
/// waits for the default stream. To be asked if `recorders` is not 0.
std::optional<cudaError_t> keep(std::optional<cudaStream_t> stream, Work work);

/// A launch of a graph in a captured stream: as keep().
std::optional<cudaError_t> keep_child(cudaStream_t stream, const CUgraph_st& child, const void* pc);

/// The work of a call of the API, which is not done: `call` issues it in any stream. Its result is in `error`.
std::optional<Work> work_of(const std::function<cudaError_t()>& call, cudaError_t& error);

/// The error of a call that is not allowed while streams are captured (docs of cudaStreamBeginCapture), which ends the
/// captures that forbid it; cudaSuccess if none does.
/// … because it might wait for a stream that is captured, unknown to which:
cudaError_t forbidden_by_captures();
/// … because it waits for this stream:
cudaError_t forbidden_by_capture_of(cudaStream_t);

}  // namespace fencepost::sim
