#include "sim/runtime/graph/exec.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/event.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/unsupported.h"

using fencepost::sim::Arena;
using fencepost::sim::graph_mutex;
using fencepost::sim::observers;
using fencepost::sim::OperationRange;
using fencepost::sim::sticky_error;
using fencepost::sim::StreamNumber;

namespace {

using Places = std::vector<std::size_t>;

std::map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>>& execs() {
  static auto* const all = new std::map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>>;
  return *all;
}

void add_once(Places& places, const Places& others) {
  for (const std::size_t place : others) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
}

/// Appends the nodes of `graph`, the first of which wait for `before`. Returns those nothing else waits for, or
/// `before` if there are none. A child graph node stands for the nodes of its graph. `valid` becomes false if there is
/// a circle.
Places append(std::vector<CUgraphExec_st::Node>& nodes, const CUgraph_st& graph, const Places& before, bool& valid) {
  std::map<const CUgraphNode_st*, Places> ends;  // What stands for a node, to those that wait for it.
  Places last = graph.nodes.empty() ? before : Places();
  const std::vector<const CUgraphNode_st*> order = fencepost::sim::in_order(graph);
  valid = valid && order.size() == graph.nodes.size();
  for (const CUgraphNode_st* node : order) {
    Places waits_for = node->before.empty() ? before : Places();
    for (const CUgraphNode_st* earlier : node->before) add_once(waits_for, ends[earlier]);
    if (node->child != nullptr) {
      ends[node] = append(nodes, *node->child, waits_for, valid);
    } else {
      nodes.push_back({.work = node->work, .before = waits_for, .source = node});
      ends[node] = {nodes.size() - 1};
    }
  }
  for (const CUgraphNode_st* node : order) {
    const bool is_waited_for = std::ranges::any_of(
        order, [node](const CUgraphNode_st* o) { return std::ranges::find(o->before, node) != o->before.end(); });
    if (!is_waited_for) add_once(last, ends[node]);
  }
  return last;
}

/// A node continues the branch of one it waits for, if no other node does.
void divide_into_branches(CUgraphExec_st& exec) {
  std::vector<bool> continued(exec.nodes.size());
  for (CUgraphExec_st::Node& node : exec.nodes) {
    const auto before = std::ranges::find_if(node.before, [&](std::size_t place) { return !continued[place]; });
    if (before != node.before.end()) {
      continued[*before] = true;
      node.branch = exec.nodes[*before].branch;
    } else {
      node.branch = exec.branches++;
    }
    for (const std::size_t place : node.before) {
      CUgraphExec_st::Node& other = exec.nodes[place];
      if (other.branch != node.branch && other.done == 0) other.done = fencepost::sim::new_event_number();
    }
  }
}

cudaError_t instantiate(cudaGraphExec_t* handle, cudaGraph_t graph, unsigned long long flags, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  constexpr unsigned long long kKnown = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  const std::scoped_lock lock(graph_mutex());
  if (handle == nullptr || !fencepost::sim::is_graph(graph) || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
    fencepost::sim::refuse("the launch of a graph by a kernel (cudaGraphInstantiateFlagDeviceLaunch)", pc);
  }
  auto exec = std::make_unique<CUgraphExec_st>();
  bool valid = true;
  append(exec->nodes, *graph, {}, valid);
  if (!valid) return cudaErrorInvalidValue;
  divide_into_branches(*exec);
  exec->flags = flags;
  exec->held = graph->held;
  exec->started = fencepost::sim::new_event_number();
  exec->finished = fencepost::sim::new_event_number();
  *handle = exec.get();
  execs().emplace(*handle, std::move(exec));
  return cudaSuccess;
}

bool is_allocated(void* pointer) {
  const auto allocation = Arena::instance().find(pointer);
  return allocation && allocation->base == pointer;
}

/// Memory that the graph allocates must be free by now, or is freed first where that was asked for.
cudaError_t free_what_is_left(const CUgraphExec_st& exec, StreamNumber stream, const void* pc) {
  for (const CUgraphExec_st::Node& node : exec.nodes) {
    const auto* const parameters = std::get_if<cudaMemAllocNodeParams>(&node.work.parameters);
    if (parameters == nullptr || !is_allocated(parameters->dptr)) continue;
    if ((exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) == 0) return cudaErrorInvalidValue;
    const OperationRange range{parameters->dptr, parameters->bytesize, true};
    observers().streams->on_free_in_stream(
        {.call = "cudaGraphLaunch", .stream = stream, .ranges = {&range, 1}, .pc = pc});
    Arena::instance().free(parameters->dptr, pc);
  }
  return cudaSuccess;
}

void perform(const CUgraphExec_st::Node& node, StreamNumber stream) {
  if (node.work.perform && node.enabled && sticky_error() == cudaSuccess) node.work.perform(stream);
}

void perform_in_branches(CUgraphExec_st& exec, StreamNumber stream, fencepost::sim::DeviceNumber device) {
  static std::atomic<std::uint32_t> last_number{0};
  if (exec.number == 0) exec.number = ++last_number;
  while (exec.streams.size() < exec.branches) exec.streams.push_back(fencepost::sim::new_stream_number());
  observers().streams->on_graph_launch_begin(exec.number, exec.streams, device);
  observers().streams->on_event_record(exec.started, stream, nullptr);
  for (const StreamNumber branch : exec.streams)
    observers().streams->on_stream_wait_event(branch, exec.started, nullptr);
  for (const CUgraphExec_st::Node& node : exec.nodes) {
    const StreamNumber branch = exec.streams[node.branch];
    for (const std::size_t place : node.before) {
      if (exec.nodes[place].branch != node.branch)
        observers().streams->on_stream_wait_event(branch, exec.nodes[place].done, nullptr);
    }
    perform(node, branch);
    if (node.done != 0) observers().streams->on_event_record(node.done, branch, nullptr);
  }
  for (const StreamNumber branch : exec.streams) {
    observers().streams->on_event_record(exec.finished, branch, nullptr);
    observers().streams->on_stream_wait_event(stream, exec.finished, nullptr);
  }
  observers().streams->on_graph_launch_end();
}

/// The graph that `exec` performs, with all its nodes: for a stream that is captured.
CUgraph_st graph_of(const CUgraphExec_st& exec) {
  CUgraph_st graph;
  for (const CUgraphExec_st::Node& node : exec.nodes) {
    auto copy = std::make_unique<CUgraphNode_st>();
    copy->work = node.work;
    if (!node.enabled) copy->work.perform = nullptr;
    copy->graph = &graph;
    for (const std::size_t place : node.before) copy->before.push_back(graph.nodes[place].get());
    graph.nodes.push_back(std::move(copy));
  }
  return graph;
}

cudaError_t launch(cudaGraphExec_t exec, cudaStream_t stream, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!fencepost::sim::is_exec(exec)) return cudaErrorInvalidValue;
  if (!fencepost::sim::is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (fencepost::sim::recorders != 0) {
    if (const auto kept = fencepost::sim::keep_child(stream, graph_of(*exec), pc)) return *kept;
  }
  const std::scoped_lock lock(exec->launching);
  const StreamNumber number = fencepost::sim::stream_number(stream);
  observers().streams->on_stream_wait_event(number, exec->finished, nullptr);
  if (const cudaError_t error = free_what_is_left(*exec, number, pc); error != cudaSuccess) return error;
  if (exec->branches > 1) {
    perform_in_branches(*exec, number, fencepost::sim::stream_device(stream));
  } else {
    for (const CUgraphExec_st::Node& node : exec->nodes) perform(node, number);
  }
  observers().streams->on_event_record(exec->finished, number, nullptr);
  return cudaSuccess;
}

cudaGraphExecUpdateResultInfo update(CUgraphExec_st& exec, const CUgraph_st& graph) {
  std::vector<CUgraphExec_st::Node> nodes;
  bool valid = true;
  append(nodes, graph, {}, valid);
  if (!valid || nodes.size() != exec.nodes.size()) {
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto* const source = const_cast<cudaGraphNode_t>(nodes[i].source);
    if (nodes[i].work.type != exec.nodes[i].work.type) {
      return {cudaGraphExecUpdateErrorNodeTypeChanged, source, nullptr};
    }
    if (nodes[i].before != exec.nodes[i].before) return {cudaGraphExecUpdateErrorTopologyChanged, source, nullptr};
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) exec.nodes[i].work = std::move(nodes[i].work);
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

}  // namespace

bool fencepost::sim::is_exec(cudaGraphExec_t exec) {
  const std::scoped_lock lock(graph_mutex());
  return execs().contains(exec);
}

CUgraphExec_st::Node* fencepost::sim::find_node(cudaGraphExec_t exec, cudaGraphNode_t source) {
  if (!is_exec(exec)) return nullptr;
  const auto found = std::ranges::find(exec->nodes, source, &CUgraphExec_st::Node::source);
  return found != exec->nodes.end() ? &*found : nullptr;
}

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return FENCEPOST_RESULT(instantiate(exec, graph, flags, FENCEPOST_USER_PC));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return FENCEPOST_RESULT(instantiate(exec, graph, flags, FENCEPOST_USER_PC));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(exec, graph, parameters->flags, FENCEPOST_USER_PC);
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return FENCEPOST_RESULT(error);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  fencepost::sim::HeldObjects held;  // Let go of after the lock.
  const std::scoped_lock lock(graph_mutex());
  const auto found = execs().find(exec);
  if (found == execs().end()) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (const StreamNumber branch : exec->streams) observers().streams->on_stream_end(branch);
  for (const CUgraphExec_st::Node& node : exec->nodes) {
    if (node.done != 0) observers().streams->on_event_end(node.done);
  }
  observers().streams->on_event_end(exec->started);
  observers().streams->on_event_end(exec->finished);
  held = std::move(exec->held);
  execs().erase(found);
  return cudaSuccess;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  if (flags == nullptr || !fencepost::sim::is_exec(exec)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *flags = exec->flags;
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return FENCEPOST_RESULT(launch(exec, stream, FENCEPOST_USER_PC));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  FENCEPOST_RETURN_IF_STICKY();
  if (!fencepost::sim::is_exec(exec)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(fencepost::sim::is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  FENCEPOST_RETURN_IF_STICKY();
  const std::scoped_lock lock(graph_mutex());
  if (info == nullptr || !fencepost::sim::is_exec(exec) || !fencepost::sim::is_graph(graph)) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  *info = update(*exec, *graph);
  return FENCEPOST_RESULT(info->result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}

}  // extern "C"

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node, char* log,
                                 size_t log_bytes) {
  if (error_node != nullptr) *error_node = nullptr;
  if (log != nullptr && log_bytes != 0) *log = '\0';
  return fencepost::sim::result("cudaGraphInstantiate", instantiate(exec, graph, 0, FENCEPOST_USER_PC),
                                FENCEPOST_USER_PC);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr, nullptr};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}
