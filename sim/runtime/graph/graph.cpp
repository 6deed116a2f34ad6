#include "sim/runtime/graph/graph.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/error_state.h"

using fencepost::sim::graph_mutex;
using fencepost::sim::is_graph;
using fencepost::sim::is_node;

namespace fencepost::sim {

namespace {

struct Known {
  std::map<cudaGraph_t, std::unique_ptr<CUgraph_st>> graphs;  ///< Of nodes: null, the node owns them.
  std::set<const CUgraphNode_st*> nodes;
};
Known& known() {
  static auto* const all = new Known;
  return *all;
}

void forget(const CUgraph_st& graph);

void forget_node(const CUgraphNode_st& node) {
  known().nodes.erase(&node);
  const auto forget_inner = [](const std::unique_ptr<CUgraph_st>& graph) {
    forget(*graph);
    known().graphs.erase(graph.get());
  };
  if (node.child != nullptr) forget_inner(node.child);
  if (node.choice == nullptr) return;
  node.choice->condition->has_node = false;
  std::ranges::for_each(node.choice->bodies, forget_inner);
}

void forget(const CUgraph_st& graph) {
  for (const auto& node : graph.nodes) forget_node(*node);
}

void know(cudaGraph_t graph) {
  for (const auto& node : graph->nodes) {
    known().nodes.insert(node.get());
    if (node->child == nullptr) continue;
    known().graphs.emplace(node->child.get(), nullptr);
    know(node->child.get());
  }
}

/// Makes a graph that nobody owns one of the program.
cudaGraph_t publish(std::unique_ptr<CUgraph_st> graph) {
  const cudaGraph_t handle = graph.get();
  know(handle);
  known().graphs.emplace(handle, std::move(graph));
  return handle;
}

}  // namespace

std::recursive_mutex& graph_mutex() {
  static auto* const mutex = new std::recursive_mutex;
  return *mutex;
}

bool is_graph(cudaGraph_t graph) {
  const std::scoped_lock lock(graph_mutex());
  return known().graphs.contains(graph);
}

bool is_node(cudaGraphNode_t node) {
  const std::scoped_lock lock(graph_mutex());
  return known().nodes.contains(node);
}

cudaGraph_t new_graph() {
  const std::scoped_lock lock(graph_mutex());
  return publish(std::make_unique<CUgraph_st>());
}

cudaGraphNode_t add_node(CUgraph_st& graph, Work work, std::vector<cudaGraphNode_t> before) {
  const std::scoped_lock lock(graph_mutex());
  auto node = std::make_unique<CUgraphNode_st>();
  node->work = std::move(work);
  node->graph = &graph;
  node->before = std::move(before);
  known().nodes.insert(node.get());
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

cudaGraphNode_t add_child(CUgraph_st& graph, const CUgraph_st& child, const void* pc,
                          std::vector<cudaGraphNode_t> before) {
  const std::scoped_lock lock(graph_mutex());
  const cudaGraphNode_t node = add_node(graph, {.type = cudaGraphNodeTypeGraph, .pc = pc}, std::move(before));
  node->child = clone(child);
  known().graphs.emplace(node->child.get(), nullptr);
  know(node->child.get());
  return node;
}

void add_choice(CUgraphNode_st& node, cudaConditionalNodeParams& parameters) {
  const std::scoped_lock lock(graph_mutex());
  node.choice = std::make_unique<Choice>();
  node.choice->condition = condition_of(parameters.handle);
  node.choice->condition->has_node = true;
  node.choice->type = parameters.type;
  for (unsigned int i = 0; i < parameters.size; ++i) {
    node.choice->bodies.push_back(std::make_unique<CUgraph_st>());
    node.choice->handles.push_back(node.choice->bodies.back().get());
    known().graphs.emplace(node.choice->handles.back(), nullptr);
  }
  parameters.phGraph_out = node.choice->handles.data();
}

bool has_choices(const CUgraph_st& graph) {
  return std::ranges::any_of(graph.nodes, [](const auto& node) { return node->choice != nullptr; });
}

std::unique_ptr<CUgraph_st> clone(const CUgraph_st& graph) {
  auto copy = std::make_unique<CUgraph_st>();
  copy->held = graph.held;
  std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  for (const auto& node : graph.nodes) {
    auto made = std::make_unique<CUgraphNode_st>();
    made->work = node->work;
    made->graph = copy.get();
    made->original = node.get();
    if (node->child != nullptr) made->child = clone(*node->child);
    copies[node.get()] = made.get();
    copy->nodes.push_back(std::move(made));
  }
  for (const auto& node : graph.nodes) {
    for (const CUgraphNode_st* before : node->before) copies[node.get()]->before.push_back(copies[before]);
  }
  return copy;
}

std::vector<const CUgraphNode_st*> in_order(const CUgraph_st& graph) {
  std::vector<const CUgraphNode_st*> order;
  std::set<const CUgraphNode_st*> done;
  while (order.size() < graph.nodes.size()) {
    const std::size_t so_far = order.size();
    for (const auto& node : graph.nodes) {
      const auto is_done = [&](const CUgraphNode_st* before) { return done.contains(before); };
      if (is_done(node.get()) || !std::all_of(node->before.begin(), node->before.end(), is_done)) continue;
      order.push_back(node.get());
      done.insert(node.get());
    }
    if (order.size() == so_far) return {};
  }
  return order;
}

}  // namespace fencepost::sim

namespace {

/// Gives the caller a list as the API does: without a place for it, its length; else as many as fit, and null beyond.
template <class T>
cudaError_t give(const std::vector<T>& list, T* place, std::size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (place == nullptr) {
    *count = list.size();
    return cudaSuccess;
  }
  for (std::size_t i = 0; i < *count; ++i) place[i] = i < list.size() ? list[i] : nullptr;
  *count = std::min(*count, list.size());
  return cudaSuccess;
}

std::vector<cudaGraphNode_t> all_nodes(cudaGraph_t graph, bool roots_only) {
  std::vector<cudaGraphNode_t> nodes;
  for (const auto& node : graph->nodes) {
    if (!roots_only || node->before.empty()) nodes.push_back(node.get());
  }
  return nodes;
}

std::vector<cudaGraphNode_t> dependents(cudaGraphNode_t node) {
  std::vector<cudaGraphNode_t> nodes;
  for (const auto& other : node->graph->nodes) {
    if (std::ranges::find(other->before, node) != other->before.end()) nodes.push_back(other.get());
  }
  return nodes;
}

bool are_edges_of(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, std::size_t count) {
  if (!is_graph(graph) || (count != 0 && (from == nullptr || to == nullptr))) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_node(from[i]) || !is_node(to[i]) || from[i] == to[i]) return false;
    if (from[i]->graph != graph || to[i]->graph != graph) return false;
  }
  return true;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  if (graph == nullptr || flags != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *graph = fencepost::sim::new_graph();
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  fencepost::sim::HeldObjects held;  // Let go of after the lock.
  const std::scoped_lock lock(graph_mutex());
  const auto found = fencepost::sim::known().graphs.find(graph);
  if (found == fencepost::sim::known().graphs.end() || found->second == nullptr) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  fencepost::sim::forget(*graph);
  held = std::move(graph->held);
  fencepost::sim::known().graphs.erase(found);
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t original) {
  const std::scoped_lock lock(graph_mutex());
  if (copy == nullptr || !is_graph(original)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (fencepost::sim::has_choices(*original)) return FENCEPOST_RESULT(cudaErrorNotSupported);
  *copy = fencepost::sim::publish(fencepost::sim::clone(*original));
  return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t copy) {
  const std::scoped_lock lock(graph_mutex());
  if (node == nullptr || !is_graph(copy)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (const auto& candidate : copy->nodes) {
    if (candidate->original != original) continue;
    *node = candidate.get();
    return cudaSuccess;
  }
  return FENCEPOST_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_graph(graph)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(give(all_nodes(graph, false), nodes, count));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_graph(graph)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(give(all_nodes(graph, true), nodes, count));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_graph(graph) || count == nullptr || (from == nullptr) != (to == nullptr)) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  std::vector<cudaGraphNode_t> froms;
  std::vector<cudaGraphNode_t> tos;
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t before : node->before) {
      froms.push_back(before);
      tos.push_back(node.get());
    }
  }
  std::size_t same_count = *count;
  give(froms, from, &same_count);
  return FENCEPOST_RESULT(give(tos, to, count));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     size_t count) {
  const std::scoped_lock lock(graph_mutex());
  if (!are_edges_of(graph, from, to, count)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::ranges::find(to[i]->before, from[i]) != to[i]->before.end()) {
      return FENCEPOST_RESULT(cudaErrorInvalidValue);
    }
    to[i]->before.push_back(from[i]);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        size_t count) {
  const std::scoped_lock lock(graph_mutex());
  if (!are_edges_of(graph, from, to, count)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::erase(to[i]->before, from[i]) == 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (type == nullptr || !is_node(node)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *type = node->work.type;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, size_t* count) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_node(node)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(give(node->before, dependencies, count));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_node(node)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(give(dependents(node), nodes, count));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  const std::scoped_lock lock(graph_mutex());
  if (!is_node(node)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  for (const cudaGraphNode_t dependent : dependents(node)) std::erase(dependent->before, node);
  fencepost::sim::forget_node(*node);
  std::erase_if(node->graph->nodes, [node](const auto& other) { return other.get() == node; });
  return cudaSuccess;
}

}  // extern "C"
