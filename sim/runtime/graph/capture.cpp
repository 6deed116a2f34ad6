#include "sim/runtime/graph/capture.h"

#include <algorithm>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/graph.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {

std::atomic<int> recorders{0};

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

/// From cudaStreamBeginCapture to cudaStreamEndCapture.
struct Capture {
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  bool owns_graph = true;  ///< Made for this capture.
  std::size_t first_node = 0;
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  bool invalid = false;
  std::map<cudaStream_t, Nodes> last;  ///< Of each stream that takes part: what its next node waits for.
};

std::list<Capture> captures;  // All under way, guarded by graph_mutex().
std::map<std::uint64_t, std::pair<Capture*, Nodes>> captured_events;
unsigned long long last_capture = 0;

thread_local std::optional<Work>* wanted = nullptr;  ///< While a node is made: where its work goes.
thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

/// The per-thread default stream has two names.
cudaStream_t key(cudaStream_t stream) { return stream == nullptr && !is_legacy(stream) ? cudaStreamPerThread : stream; }

Capture* capture_of(cudaStream_t stream) {
  for (Capture& capture : captures) {
    if (capture.last.contains(key(stream))) return &capture;
  }
  return nullptr;
}

void join(Nodes& nodes, const Nodes& others) {
  for (const cudaGraphNode_t node : others) {
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
}

/// CUDA Runtime API, cudaThreadExchangeStreamCaptureMode: which captures forbid calls that may be unsafe to a thread.
bool forbids_unsafe_calls(const Capture& capture) {
  if (thread_mode == cudaStreamCaptureModeRelaxed || capture.mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.thread == std::this_thread::get_id()) return true;
  return thread_mode == cudaStreamCaptureModeGlobal && capture.mode == cudaStreamCaptureModeGlobal;
}

/// The legacy default stream would have to wait for captured streams.
bool legacy_stream_waits() {
  return std::ranges::any_of(captures, [](const Capture& capture) {
    return std::ranges::any_of(capture.last, [](const auto& of) { return blocks_with_default(of.first); });
  });
}
cudaError_t forbidden_in_legacy_stream() {
  cudaError_t error = cudaSuccess;
  for (Capture& capture : captures) {
    for (const auto& [stream, nodes] : capture.last) {
      if (!blocks_with_default(stream)) continue;
      capture.invalid = true;
      error = cudaErrorStreamCaptureImplicit;
    }
  }
  return error;
}

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t graph, Nodes before) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  if (is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
  if (capture_of(stream) != nullptr) return cudaErrorIllegalState;
  Capture capture;
  capture.id = ++last_capture;
  capture.owns_graph = graph == nullptr;
  capture.graph = graph != nullptr ? graph : new_graph();
  capture.first_node = capture.graph->nodes.size();
  capture.origin = key(stream);
  capture.mode = mode;
  capture.thread = std::this_thread::get_id();
  capture.last[key(stream)] = std::move(before);
  captures.push_back(std::move(capture));
  ++recorders;
  return cudaSuccess;
}

/// All that was captured in other streams must be waited for by the first one.
bool is_joined(const Capture& capture) {
  std::set<const CUgraphNode_st*> waited_for(capture.last.at(capture.origin).begin(),
                                             capture.last.at(capture.origin).end());
  for (const auto& node : capture.graph->nodes) waited_for.insert(node->before.begin(), node->before.end());
  return std::all_of(capture.graph->nodes.begin() + static_cast<std::ptrdiff_t>(capture.first_node),
                     capture.graph->nodes.end(), [&](const auto& node) { return waited_for.contains(node.get()); });
}

/// It is over.
void forget(const Capture* capture) {
  std::erase_if(captured_events, [&](const auto& event) { return event.second.first == capture; });
  captures.remove_if([&](const Capture& one) { return &one == capture; });
  --recorders;
}

cudaError_t end(cudaStream_t stream, cudaGraph_t* graph) {
  const std::scoped_lock lock(graph_mutex());
  if (graph != nullptr) *graph = nullptr;
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  Capture* const capture = capture_of(stream);
  // Who captures to a graph has it.
  if (graph == nullptr && (capture == nullptr || capture->owns_graph)) return cudaErrorInvalidValue;
  if (capture == nullptr) return cudaErrorIllegalState;
  if (capture->origin != key(stream)) {
    capture->invalid = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id()) {
    return cudaErrorStreamCaptureWrongThread;
  }
  cudaError_t error = capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  if (error == cudaSuccess && !is_joined(*capture)) error = cudaErrorStreamCaptureUnjoined;
  if (error == cudaSuccess) {
    if (graph != nullptr) *graph = capture->graph;
  } else if (capture->owns_graph) {
    cudaGraphDestroy(capture->graph);
  }
  forget(capture);
  return error;
}

}  // namespace

std::optional<cudaError_t> keep(std::optional<cudaStream_t> stream, Work work) {
  if (wanted != nullptr) {
    *wanted = std::move(work);
    return cudaSuccess;
  }
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = stream ? capture_of(*stream) : nullptr;
  if (capture == nullptr) {
    if (stream && !is_legacy(*stream)) return std::nullopt;
    const cudaError_t error = forbidden_in_legacy_stream();
    return error == cudaSuccess ? std::nullopt : std::optional(error);
  }
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  Nodes& last = capture->last.at(key(*stream));
  last = {add_node(*capture->graph, std::move(work), last)};
  return cudaSuccess;
}

std::optional<cudaError_t> keep_child(cudaStream_t stream, const CUgraph_st& child, const void* pc) {
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return std::nullopt;
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  Nodes& last = capture->last.at(key(stream));
  last = {add_child(*capture->graph, child, pc, last)};
  return cudaSuccess;
}

std::optional<Work> work_of(const std::function<cudaError_t()>& call, cudaError_t& error) {
  std::optional<Work> work;
  std::optional<Work>* const outer = std::exchange(wanted, &work);
  ++recorders;
  error = call();
  --recorders;
  wanted = outer;
  // What the call returns may be an older error that nobody has asked for.
  if (work) error = cudaSuccess;
  if (!work && error == cudaSuccess) error = cudaErrorInvalidValue;
  return work;
}

cudaError_t forbidden_by_captures() {
  if (recorders == 0) return cudaSuccess;
  const std::scoped_lock lock(graph_mutex());
  cudaError_t error = cudaSuccess;
  for (Capture& capture : captures) {
    if (!forbids_unsafe_calls(capture)) continue;
    capture.invalid = true;
    error = cudaErrorStreamCaptureUnsupported;
  }
  return error;
}

cudaError_t forbidden_by_capture_of(cudaStream_t stream) {
  if (recorders == 0) return cudaSuccess;
  const std::scoped_lock lock(graph_mutex());
  if (is_legacy(stream)) return forbidden_in_legacy_stream();
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return cudaSuccess;
  capture->invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

bool is_captured(cudaStream_t stream) {
  if (recorders == 0) return false;
  const std::scoped_lock lock(graph_mutex());
  return capture_of(stream) != nullptr;
}

void leave_capture(cudaStream_t stream) {
  if (recorders == 0) return;
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return;
  if (capture->origin != stream) {
    capture->last.erase(stream);
    return;
  }
  if (capture->owns_graph) cudaGraphDestroy(capture->graph);
  forget(capture);
}

std::optional<cudaError_t> capture_event(std::uint64_t event, cudaStream_t stream) {
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) {
    const cudaError_t error = is_legacy(stream) ? forbidden_in_legacy_stream() : cudaSuccess;
    return error == cudaSuccess ? std::nullopt : std::optional(error);
  }
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  captured_events[event] = {capture, capture->last.at(key(stream))};
  return cudaSuccess;
}

std::optional<cudaError_t> capture_wait(std::uint64_t event, bool was_recorded, cudaStream_t stream) {
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = capture_of(stream);
  const auto found = captured_events.find(event);
  if (found == captured_events.end()) {
    if (capture == nullptr) return std::nullopt;
    if (!was_recorded) return cudaSuccess;
    capture->invalid = true;
    return cudaErrorStreamCaptureIsolation;
  }
  const auto& [other, nodes] = found->second;
  if (other->invalid) return cudaErrorStreamCaptureInvalidated;
  if (capture != nullptr && capture != other) {
    capture->invalid = other->invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (is_legacy(stream)) {
    other->invalid = true;
    return cudaErrorStreamCaptureImplicit;
  }
  join(other->last[key(stream)], nodes);
  return cudaSuccess;
}

void forget_captured_event(std::uint64_t event) {
  if (recorders == 0) return;
  const std::scoped_lock lock(graph_mutex());
  captured_events.erase(event);
}

cudaError_t forbidden_by_captured_event(std::uint64_t event) {
  if (recorders == 0) return cudaSuccess;
  const std::scoped_lock lock(graph_mutex());
  const auto found = captured_events.find(event);
  if (found == captured_events.end()) return cudaSuccess;
  found->second.first->invalid = true;
  return cudaErrorCapturedEvent;
}

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(begin(stream, mode, nullptr, {}));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData*, size_t count, cudaStreamCaptureMode mode) {
  FENCEPOST_RETURN_IF_STICKY();
  if (!is_graph(graph) || (count != 0 && dependencies == nullptr)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(begin(stream, mode, graph, Nodes(dependencies, dependencies + count)));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(end(stream, graph));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  if (status == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return cudaStreamGetCaptureInfo(stream, status, nullptr, nullptr, nullptr, static_cast<size_t*>(nullptr));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies, size_t* count) {
  if (status == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  const std::scoped_lock lock(graph_mutex());
  // Asking ends no capture (CUDA Runtime API, cudaStreamIsCapturing).
  if (is_legacy(stream) && legacy_stream_waits()) return FENCEPOST_RESULT(cudaErrorStreamCaptureImplicit);
  const Capture* const capture = capture_of(stream);
  *status = cudaStreamCaptureStatusNone;
  if (capture == nullptr) return cudaSuccess;
  *status = capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  const Nodes& last = capture->last.at(key(stream));
  if (id != nullptr) *id = capture->id;
  if (graph != nullptr) *graph = capture->graph;
  if (dependencies != nullptr) *dependencies = last.data();
  if (count != nullptr) *count = last.size();
  return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, size_t count,
                                                unsigned int flags) {
  const std::scoped_lock lock(graph_mutex());
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return FENCEPOST_RESULT(cudaErrorIllegalState);
  if ((count != 0 && dependencies == nullptr) || flags > cudaStreamSetCaptureDependencies) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  Nodes& last = capture->last.at(key(stream));
  if (flags == cudaStreamSetCaptureDependencies) last.clear();
  join(last, Nodes(dependencies, dependencies + count));
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  std::swap(*mode, thread_mode);
  return cudaSuccess;
}

}  // extern "C"
