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
#include "sim/runtime/graph/capture.h"
#include "sim/runtime/graph/environment.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"

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

std::unique_ptr<CUgraphExec_st> prepare(const CUgraph_st& graph, bool& valid);

/// What a body has (docs of cudaConditionalNodeParams), and graphs in it.
bool may_be_body(const CUgraph_st& graph) {
  return std::ranges::all_of(graph.nodes, [](const auto& node) {
    switch (node->work.type) {
      case cudaGraphNodeTypeKernel:
      case cudaGraphNodeTypeEmpty:
      case cudaGraphNodeTypeMemcpy:
      case cudaGraphNodeTypeMemset:
      case cudaGraphNodeTypeConditional:
        return true;
      case cudaGraphNodeTypeGraph:
        return may_be_body(*node->child);
      default:
        return false;
    }
  });
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
      if (node->choice != nullptr) {
        nodes.back().condition = node->choice->condition;
        nodes.back().type = node->choice->type;
        for (const auto& body : node->choice->bodies) {
          valid = valid && may_be_body(*body);
          nodes.back().bodies.push_back(prepare(*body, valid));
        }
      }
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

/// `valid`: as of append().
std::unique_ptr<CUgraphExec_st> prepare(const CUgraph_st& graph, bool& valid) {
  auto exec = std::make_unique<CUgraphExec_st>();
  append(exec->nodes, graph, {}, valid);
  if (!valid) return exec;
  divide_into_branches(*exec);
  exec->held = graph.held;
  exec->conditions = graph.conditions;
  exec->started = fencepost::sim::new_event_number();
  exec->finished = fencepost::sim::new_event_number();
  return exec;
}

/// What the observer knows of it ends.
void end(const CUgraphExec_st& exec) {
  for (const StreamNumber branch : exec.streams) observers().streams->on_stream_end(branch);
  for (const CUgraphExec_st::Node& node : exec.nodes) {
    if (node.done != 0) observers().streams->on_event_end(node.done);
    for (const auto& body : node.bodies) end(*body);
  }
  observers().streams->on_event_end(exec.started);
  observers().streams->on_event_end(exec.finished);
}

/// Some condition of the graph, or of graphs in it, has no node.
bool has_unused_condition(const CUgraph_st& graph) {
  if (!std::ranges::all_of(graph.conditions, &fencepost::sim::Condition::has_node)) return true;
  return std::ranges::any_of(graph.nodes, [](const auto& node) {
    if (node->child != nullptr) return has_unused_condition(*node->child);
    return node->choice != nullptr &&
           std::ranges::any_of(node->choice->bodies, [](const auto& body) { return has_unused_condition(*body); });
  });
}

/// What a graph that kernels may launch has (docs of cudaGraphInstantiate).
bool may_be_launched_by_kernels(const CUgraphExec_st& exec) {
  const auto reaches = [](const void* address) { return fencepost::sim::is_device_range(address, 1); };
  return !exec.nodes.empty() && std::ranges::all_of(exec.nodes, [&](const CUgraphExec_st::Node& node) {
    if (const auto* const copy = std::get_if<cudaMemcpy3DParms>(&node.work.parameters)) {
      return copy->srcArray == nullptr && copy->dstArray == nullptr && reaches(copy->srcPtr.ptr) &&
             reaches(copy->dstPtr.ptr);
    }
    return node.work.type == cudaGraphNodeTypeKernel || node.work.type == cudaGraphNodeTypeMemset;
  });
}

/// `unsupported`, if given: it has what kernels cannot launch.
cudaError_t instantiate(cudaGraphExec_t* handle, cudaGraph_t graph, unsigned long long flags,
                        bool* unsupported = nullptr) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  constexpr unsigned long long kKnown = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  const std::scoped_lock lock(graph_mutex());
  if (handle == nullptr || !fencepost::sim::is_graph(graph) || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  bool valid = !has_unused_condition(*graph);
  auto exec = prepare(*graph, valid);
  if (!valid) return cudaErrorInvalidValue;
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0 && !may_be_launched_by_kernels(*exec)) {
    if (unsupported != nullptr) *unsupported = true;
    return cudaErrorInvalidValue;
  }
  exec->flags = flags;
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

/// A conditional node.
void choose(const CUgraphExec_st::Node& node, StreamNumber stream, fencepost::sim::DeviceNumber device) {
  const auto value = [&] { return node.condition->read(stream, node.work.pc); };
  if (node.type == cudaGraphCondTypeWhile) {
    while (sticky_error() == cudaSuccess && value() != 0)
      fencepost::sim::perform_all(*node.bodies.front(), stream, device);
    return;
  }
  // If: the first body is for true.
  const std::size_t chosen = node.type == cudaGraphCondTypeSwitch ? value() : value() != 0 ? 0 : 1;
  if (chosen < node.bodies.size()) fencepost::sim::perform_all(*node.bodies[chosen], stream, device);
}

void perform(const CUgraphExec_st::Node& node, StreamNumber stream, fencepost::sim::DeviceNumber device) {
  if (!node.enabled || sticky_error() != cudaSuccess) return;
  if (node.condition != nullptr) return choose(node, stream, device);
  if (node.work.perform) node.work.perform(stream);
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
    perform(node, branch, device);
    if (node.done != 0) observers().streams->on_event_record(node.done, branch, nullptr);
  }
  for (const StreamNumber branch : exec.streams) {
    observers().streams->on_event_record(exec.finished, branch, nullptr);
    observers().streams->on_stream_wait_event(stream, exec.finished, nullptr);
  }
  observers().streams->on_graph_launch_end();
}

/// The graph that `exec` performs, with all its nodes: for a stream that is captured. It has no conditional nodes.
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

cudaError_t launch_in(CUgraphExec_st& exec, StreamNumber number, fencepost::sim::DeviceNumber device, const void* pc) {
  const std::scoped_lock lock(exec.launching);
  exec.is_uploaded = true;
  observers().streams->on_stream_wait_event(number, exec.finished, nullptr);
  if (const cudaError_t error = free_what_is_left(exec, number, pc); error != cudaSuccess) return error;
  fencepost::sim::GraphEnvironment::perform(exec, number, device);
  observers().streams->on_event_record(exec.finished, number, nullptr);
  return cudaSuccess;
}

cudaError_t launch(cudaGraphExec_t exec, cudaStream_t stream, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!fencepost::sim::is_exec(exec)) return cudaErrorInvalidValue;
  if (!fencepost::sim::is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (fencepost::sim::recorders != 0) {
    const bool has_choices =
        std::ranges::any_of(exec->nodes, [](const auto& node) { return node.condition != nullptr; });
    if (has_choices && fencepost::sim::is_captured(stream)) return cudaErrorNotSupported;
    if (const auto kept = fencepost::sim::keep_child(stream, graph_of(*exec), pc)) return *kept;
  }
  if (fencepost::sim::launch_rests) {
    fencepost::sim::Work work = {.perform = [=, device = fencepost::sim::stream_device(stream)](StreamNumber number) {
      launch_in(*exec, number, device, pc);
    }};
    if (fencepost::sim::hold_back(stream, work)) return cudaSuccess;
  }
  return launch_in(*exec, fencepost::sim::stream_number(stream), fencepost::sim::stream_device(stream), pc);
}

/// What keeps `exec` from getting the work of `fresh`.
cudaGraphExecUpdateResultInfo compare(const CUgraphExec_st& exec, const CUgraphExec_st& fresh) {
  if (fresh.nodes.size() != exec.nodes.size()) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  for (std::size_t i = 0; i < fresh.nodes.size(); ++i) {
    const CUgraphExec_st::Node& node = exec.nodes[i];
    const CUgraphExec_st::Node& other = fresh.nodes[i];
    auto* const source = const_cast<cudaGraphNode_t>(other.source);
    if (other.work.type != node.work.type) return {cudaGraphExecUpdateErrorNodeTypeChanged, source, nullptr};
    if (other.before != node.before) return {cudaGraphExecUpdateErrorTopologyChanged, source, nullptr};
    if (other.type != node.type || other.bodies.size() != node.bodies.size()) {
      return {cudaGraphExecUpdateErrorParametersChanged, source, nullptr};
    }
    for (std::size_t body = 0; body < node.bodies.size(); ++body) {
      const auto info = compare(*node.bodies[body], *other.bodies[body]);
      if (info.result != cudaGraphExecUpdateSuccess) return info;
    }
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

void take_over(CUgraphExec_st& exec, CUgraphExec_st& fresh) {
  exec.conditions = std::move(fresh.conditions);
  for (std::size_t i = 0; i < exec.nodes.size(); ++i) {
    exec.nodes[i].work = std::move(fresh.nodes[i].work);
    exec.nodes[i].condition = std::move(fresh.nodes[i].condition);
    for (std::size_t body = 0; body < exec.nodes[i].bodies.size(); ++body) {
      take_over(*exec.nodes[i].bodies[body], *fresh.nodes[i].bodies[body]);
    }
  }
}

cudaGraphExecUpdateResultInfo update(CUgraphExec_st& exec, const CUgraph_st& graph) {
  bool valid = true;
  const auto fresh = prepare(graph, valid);
  if (!valid) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  const auto info = compare(exec, *fresh);
  if (info.result == cudaGraphExecUpdateSuccess) {
    take_over(exec, *fresh);
    exec.is_uploaded = false;
  }
  end(*fresh);
  return info;
}

cudaError_t destroy(cudaGraphExec_t exec) {
  fencepost::sim::HeldObjects held;  // Let go of after the lock.
  const std::scoped_lock lock(graph_mutex());
  const auto found = execs().find(exec);
  if (found == execs().end()) return cudaErrorInvalidValue;
  end(*exec);
  held = std::move(exec->held);
  execs().erase(found);
  return cudaSuccess;
}

CUgraphExec_st::Node* node_of(CUgraphExec_st& exec, const CUgraphNode_st* source) {
  for (CUgraphExec_st::Node& node : exec.nodes) {
    if (node.source == source) return &node;
    for (const auto& body : node.bodies) {
      if (CUgraphExec_st::Node* const found = node_of(*body, source)) return found;
    }
  }
  return nullptr;
}

}  // namespace

void fencepost::sim::perform_all(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device) {
  for (const auto& condition : exec.conditions) condition->begin(stream);
  if (exec.branches > 1) return perform_in_branches(exec, stream, device);
  for (const CUgraphExec_st::Node& node : exec.nodes) ::perform(node, stream, device);
}

bool fencepost::sim::is_exec(cudaGraphExec_t exec) {
  const std::scoped_lock lock(graph_mutex());
  return execs().contains(exec);
}

CUgraphExec_st::Node* fencepost::sim::find_node(cudaGraphExec_t exec, cudaGraphNode_t source) {
  return is_exec(exec) ? node_of(*exec, source) : nullptr;
}

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return FENCEPOST_RESULT(instantiate(exec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return FENCEPOST_RESULT(instantiate(exec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  bool unsupported = false;
  const cudaError_t error = instantiate(exec, graph, parameters->flags, &unsupported);
  if (error == cudaSuccess && (parameters->flags & cudaGraphInstantiateFlagUpload) != 0) (*exec)->is_uploaded = true;
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess
                           : unsupported        ? cudaGraphInstantiateNodeOperationNotSupported
                           : fencepost::sim::is_graph(graph) && has_unused_condition(*graph)
                               ? cudaGraphInstantiateConditionalHandleUnused
                               : cudaGraphInstantiateError;
  return FENCEPOST_RESULT(error);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (fencepost::sim::launch_rests && fencepost::sim::is_exec(exec) &&
      fencepost::sim::hold_back_end([exec] { destroy(exec); })) {
    return cudaSuccess;
  }
  return FENCEPOST_RESULT(destroy(exec));
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
  if (!fencepost::sim::is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  exec->is_uploaded = true;
  return cudaSuccess;
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
  return fencepost::sim::result("cudaGraphInstantiate", instantiate(exec, graph, 0), FENCEPOST_USER_PC);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr, nullptr};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}
