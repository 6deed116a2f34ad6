#include "sim/runtime/graph/environment.h"

#include <algorithm>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/event.h"

namespace fencepost::sim {
namespace {

// Programming Guide, "Fire and Forget Launch" and "Tail Launch".
constexpr unsigned kMostBeside = 120;
constexpr std::size_t kMostTails = 255;

thread_local GraphEnvironment* running = nullptr;
thread_local const Descent* running_descent = nullptr;

}  // namespace

GraphEnvironment* GraphEnvironment::current() { return running; }
const Descent* GraphEnvironment::descent() { return running_descent; }

cudaGraphExec_t GraphEnvironment::handle() const {
  return (exec_.flags & cudaGraphInstantiateFlagDeviceLaunch) != 0 ? &exec_ : nullptr;
}

cudaError_t GraphEnvironment::check_launch(cudaGraphExec_t exec, cudaStream_t stream, std::string& why) {
  const std::scoped_lock lock(graph_mutex());
  const auto refuse = [&why](const char* reason) {
    why = reason;
    return cudaErrorInvalidValue;
  };
  const bool is_tail = stream == cudaStreamGraphTailLaunch;
  if (!is_tail && stream != cudaStreamGraphFireAndForget && stream != cudaStreamGraphFireAndForgetAsSibling) {
    return refuse("a kernel launches graphs in cudaStreamGraphTailLaunch and its kin only");
  }
  if (!is_exec(exec)) return refuse("there is no such graph");
  if ((exec->flags & cudaGraphInstantiateFlagDeviceLaunch) == 0) {
    return refuse("a kernel launches a graph that was not instantiated with cudaGraphInstantiateFlagDeviceLaunch");
  }
  if (!exec->is_uploaded) {
    return refuse(
        "a kernel launches a graph that is not on the device: call cudaGraphUpload, or launch it from the host, first");
  }
  if (is_tail) {
    if (tails_.size() >= kMostTails) return refuse("255 graphs wait for the end of this one already");
    if (exec == &exec_ && std::ranges::find(tails_, exec) != tails_.end()) {
      return refuse("the graph waits for its own end already");
    }
    return cudaSuccess;
  }
  if (launched_ >= kMostBeside) return refuse("the graph has launched 120 others already");
  if (exec->is_running || exec->is_launched) return refuse("a kernel launches a graph that may still be running");
  ++launched_;
  exec->is_launched = true;
  return cudaSuccess;
}

void GraphEnvironment::add_tail(CUgraphExec_st& exec) {
  const std::scoped_lock lock(graph_mutex());
  tails_.push_back(&exec);
}

void GraphEnvironment::perform_beside(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device,
                                      const Descent& descent, bool as_sibling) {
  Parts& of = as_sibling ? siblings_ : parts_;
  const Descent* const around = std::exchange(running_descent, &descent);
  perform(exec, stream, device, &of);
  running_descent = around;
  of.push_back({&exec, new_event_number()});
  observers().streams->on_event_record(of.back().end, stream, nullptr);
}

void GraphEnvironment::perform(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device, Parts* siblings) {
  Parts own;  // Of one that belongs to none.
  std::deque<CUgraphExec_st*> next = {&exec};
  while (!next.empty() && sticky_error() == cudaSuccess) {
    CUgraphExec_st& graph = *next.front();
    next.pop_front();
    GraphEnvironment environment(graph, siblings != nullptr ? *siblings : own);
    GraphEnvironment* const around = std::exchange(running, &environment);
    const bool ran_before = std::exchange(graph.is_running, true);
    perform_all(graph, stream, device);
    graph.is_running = ran_before;
    running = around;
    wait_for(environment.parts_, stream);
    next.insert(next.begin(), environment.tails_.begin(), environment.tails_.end());
  }
  wait_for(own, stream);
}

void GraphEnvironment::wait_for(Parts& parts, StreamNumber stream) {
  for (const Part& part : parts) {
    part.exec->is_launched = false;
    observers().streams->on_stream_wait_event(stream, part.end, nullptr);
    observers().streams->on_event_end(part.end);
  }
  parts.clear();
}

}  // namespace fencepost::sim
