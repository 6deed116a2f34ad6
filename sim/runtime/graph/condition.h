// Conditional nodes of graphs: what decides whether, or how often, the graphs in them are performed (CUDA C++
// Programming Guide, "Conditional Graph Nodes").
#pragma once

#include <memory>
#include <vector>

#include "sim/include/fencepost_graph_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// What kernels set and conditional nodes ask: a word of device memory, whose address is the handle. So kernels that
/// set it are checked as whatever writes memory is, and a node reads it as an operation of its stream.
/// Thread safety: reads and writes as the program orders them, the rest: graph_mutex().
class Condition {
 public:
  /// `pc`: of the call that makes it in the user's code. It has no handle if there is no memory left.
  Condition(unsigned default_value, bool has_default, const void* pc);
  ~Condition();
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  [[nodiscard]] cudaGraphConditionalHandle handle() const { return reinterpret_cast<std::uintptr_t>(word_); }
  /// The graph that it was made for begins, in the stream: it has its default value again, if there is one.
  void begin(StreamNumber) const;
  /// `pc`: of the call that made the node.
  [[nodiscard]] unsigned read(StreamNumber, const void* pc) const;

  bool has_node = false;  ///< One node may ask it.

 private:
  unsigned* word_;
  unsigned default_value_;
  bool has_default_;
  const void* pc_;
};

/// Null if the handle is of no condition that a graph still has.
std::shared_ptr<Condition> condition_of(cudaGraphConditionalHandle);

/// Of a conditional node.
struct Choice {
  std::shared_ptr<Condition> condition{};
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::unique_ptr<CUgraph_st>> bodies{};
  std::vector<cudaGraph_t> handles{};  ///< Of the bodies, where the program finds them.
};

}  // namespace fencepost::sim
