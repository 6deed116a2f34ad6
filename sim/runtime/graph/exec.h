// Executable graphs: the nodes of a graph and of its child graphs, in an order to perform them in.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/runtime/graph/graph.h"

/// Nodes that a path of edges connects are performed one after the other; so are they here, all of them. Which of them
/// are *ordered* the observer is told by streams and events: each node belongs to a branch, a stream of its own, in
/// which it follows the node before; edges between branches are events. A graph of one branch is performed in the
/// stream that it is launched in. The bodies of a conditional node are performed where that stands, each as a graph of
/// its own: in the node's branch, or in branches that this one waits for. Thread safety: launches take turns
/// (`launching`); that no other thread changes it meanwhile is the program's to see to, as of a graph.
struct CUgraphExec_st {
  struct Node {
    fencepost::sim::Work work;
    std::vector<std::size_t> before{};  ///< By place.
    const CUgraphNode_st* source = nullptr;
    bool enabled = true;
    std::size_t branch = 0;
    std::uint64_t done = 0;  ///< The event that nodes of other branches wait for; 0: none does.
    // Of a conditional node.
    std::shared_ptr<fencepost::sim::Condition> condition{};
    cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
    std::vector<std::unique_ptr<CUgraphExec_st>> bodies{};
  };
  std::vector<Node> nodes;
  fencepost::sim::HeldObjects held;
  std::vector<std::shared_ptr<fencepost::sim::Condition>> conditions;  ///< Of the graph.
  std::size_t branches = 0;
  std::vector<fencepost::sim::StreamNumber> streams;  ///< Of the branches, once it was launched.
  std::uint32_t number = 0;                           ///< By which the observer knows it then.
  unsigned long long flags = 0;
  // Of launches by kernels, guarded by graph_mutex().
  bool is_uploaded = false;
  bool is_running = false;                  ///< Launched by the host or at the end of another one.
  bool is_launched = false;                 ///< By a kernel, beside the graph that this is of, and not waited for yet.
  std::uint64_t started = 0, finished = 0;  ///< Events of the last launch, which the next one waits for.
  std::mutex launching;
};

namespace fencepost::sim {

bool is_exec(cudaGraphExec_t);
/// The node of `exec`, or of bodies in it, that was made from `source`; null if there is none.
CUgraphExec_st::Node* find_node(cudaGraphExec_t exec, cudaGraphNode_t source);
/// Its nodes, as operations of the stream, which waits for them.
void perform_all(CUgraphExec_st&, StreamNumber, DeviceNumber);

}  // namespace fencepost::sim
