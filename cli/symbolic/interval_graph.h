// What a thread executes in one interval, as a graph: from the kernel's entry or a barrier to the next barriers.
//
// Blocks that are come to again in the same interval behind the barrier, by the closing edge of a loop that the barrier
// is in, are nodes of their own: they belong to the loop's next iteration. Their `context` is that loop. What is then
// left of cycles are loops without a barrier; their closing edges are cut, and their headers stand for any iteration.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct IntervalEdge {
  int from = 0, to = 0;  ///< Nodes.
  int condition = -1;    ///< A value of the kernel; -1: always.
  bool when = true;      ///< What it must be.
  bool cut = false;
};

struct IntervalNode {
  int block = 0;
  int context = -1;          ///< A loop, or -1.
  int cut_loop = -1;         ///< The loop whose header it is and whose closing edge is cut; -1: none.
  std::vector<int> in, out;  ///< Edges.
};

struct IntervalGraph {
  int barrier = -1;  ///< The block that ends with the barrier where it begins; -1: the kernel's entry.
  int start = 0;     ///< A node.
  std::vector<IntervalNode> nodes;
  std::vector<IntervalEdge> edges;
  std::map<std::pair<int, int>, int> node_of;  ///< By block and context.

  /// -1: not in this interval.
  [[nodiscard]] int find(int block, int context) const;
  /// Takes out an edge that is never gone.
  void remove(int edge);
};

/// `barrier` as in IntervalGraph. With `through` barriers end nothing: all of the kernel, from its entry.
IntervalGraph interval_graph(const compiler::SymbolicKernel& kernel, int barrier, bool through);

/// The innermost loop that each block is in; -1: none.
std::vector<int> loops_of_blocks(const compiler::SymbolicKernel& kernel);

/// Whether the block is in the loop.
bool is_in_loop(const compiler::SymbolicKernel& kernel, int block, int loop);

}  // namespace fencepost::cli::symbolic
