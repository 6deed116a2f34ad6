// Graphs: work and its order, as the program builds it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "sim/runtime/graph/condition.h"
#include "sim/runtime/graph/user_object.h"
#include "sim/runtime/work.h"

/// A node belongs to its graph; its address is its handle. Kernels and copies are work; child graphs and conditional
/// nodes have none of their own.
struct CUgraphNode_st {
  fencepost::sim::Work work;
  CUgraph_st* graph = nullptr;
  std::vector<CUgraphNode_st*> before{};             ///< Those it waits for, in the order they were named.
  std::unique_ptr<CUgraph_st> child{};               ///< Of a child graph node.
  std::unique_ptr<fencepost::sim::Choice> choice{};  ///< Of a conditional node.
  CUgraphNode_st* original = nullptr;                ///< Of a clone.
};

/// Thread safety: none; as in CUDA ("Graph object thread safety") the program sees to it that one thread at a time uses
/// a graph.
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  ///< In the order they were made.
  fencepost::sim::HeldObjects held;
  std::vector<std::shared_ptr<fencepost::sim::Condition>> conditions;  ///< Made for it.
};

namespace fencepost::sim {

/// Guards captures, and which graphs, nodes and executable graphs there are. Not held while work is performed or
/// issued. Taken before the locks of streams and events.
std::recursive_mutex& graph_mutex();

/// Graphs that the program may name: those it has created, cloned or captured, child graphs and bodies of conditional
/// nodes.
bool is_graph(cudaGraph_t);
bool is_node(cudaGraphNode_t);

cudaGraph_t new_graph();
/// Appends a node that waits for `before`; these are nodes of the graph.
cudaGraphNode_t add_node(CUgraph_st&, Work, std::vector<cudaGraphNode_t> before);
/// Gives the node that add_node() has made what `parameters` say, and these the handles of its bodies, which are empty.
void add_choice(CUgraphNode_st&, cudaConditionalNodeParams& parameters);
/// It has conditional nodes, which no copy may have (docs of cudaGraphClone, cudaGraphAddChildGraphNode).
bool has_choices(const CUgraph_st&);
/// Nodes correspond by place; their `original` is set. Of a graph without conditional nodes.
std::unique_ptr<CUgraph_st> clone(const CUgraph_st&);
/// A node whose work is the nodes of another graph, as they are now.
cudaGraphNode_t add_child(CUgraph_st&, const CUgraph_st& child, const void* pc, std::vector<cudaGraphNode_t> before);

/// In an order in which each node comes after those it waits for, and otherwise as made. Empty if there is none: a
/// circle.
std::vector<const CUgraphNode_st*> in_order(const CUgraph_st&);

}  // namespace fencepost::sim
