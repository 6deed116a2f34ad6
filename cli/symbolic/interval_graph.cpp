#include "cli/symbolic/interval_graph.h"

#include <algorithm>

namespace fencepost::cli::symbolic {

using compiler::SymbolicBlock;
using compiler::SymbolicKernel;

int IntervalGraph::find(int block, int context) const {
  const auto found = node_of.find({block, context});
  return found == node_of.end() ? -1 : found->second;
}

void IntervalGraph::remove(int edge) {
  const IntervalEdge& gone = edges[static_cast<std::size_t>(edge)];
  std::erase(nodes[static_cast<std::size_t>(gone.from)].out, edge);
  std::erase(nodes[static_cast<std::size_t>(gone.to)].in, edge);
  if (gone.cut) nodes[static_cast<std::size_t>(gone.to)].cut_loop = -1;
}

std::vector<int> loops_of_blocks(const SymbolicKernel& kernel) {
  std::vector<int> inner(kernel.blocks.size(), -1);
  // Outer ones come first.
  for (std::size_t i = 0; i < kernel.loops.size(); ++i) {
    for (const int block : kernel.loops[i].blocks) inner[static_cast<std::size_t>(block)] = static_cast<int>(i);
  }
  return inner;
}

bool is_in_loop(const SymbolicKernel& kernel, int block, int loop) {
  return std::ranges::find(kernel.loops[static_cast<std::size_t>(loop)].blocks, block) !=
         kernel.loops[static_cast<std::size_t>(loop)].blocks.end();
}

namespace {

class Builder {
 public:
  Builder(const SymbolicKernel& kernel, bool through) : kernel_(kernel), through_(through) {}

  IntervalGraph build(int barrier) {
    graph_.barrier = barrier;
    const int first = barrier < 0 ? 0 : kernel_.blocks[static_cast<std::size_t>(barrier)].targets[0];
    graph_.start = node(first, entered(barrier, first, -1));
    for (std::size_t done = 0; done < graph_.nodes.size(); ++done) expand(static_cast<int>(done));
    return std::move(graph_);
  }

 private:
  int node(int block, int context) {
    const auto [place, is_new] = graph_.node_of.try_emplace({block, context}, static_cast<int>(graph_.nodes.size()));
    if (is_new) graph_.nodes.push_back({.block = block, .context = context});
    return place->second;
  }

  /// The loop whose closing edge leads from one block to the other.
  [[nodiscard]] int closed(int from, int to) const {
    for (std::size_t i = 0; i < kernel_.loops.size(); ++i) {
      if (kernel_.loops[i].header == to && kernel_.loops[i].latch == from) return static_cast<int>(i);
    }
    return -1;
  }

  /// The context behind an edge.
  [[nodiscard]] int entered(int from, int to, int context) const {
    if (from < 0) return context;
    const int loop = closed(from, to);
    const bool begins_inside = loop >= 0 && graph_.barrier >= 0 && is_in_loop(kernel_, graph_.barrier, loop);
    if (!begins_inside) return context;
    // A later iteration of a loop inside of the context's stays in it.
    if (context >= 0 && loop != context &&
        is_in_loop(kernel_, kernel_.loops[static_cast<std::size_t>(loop)].header, context)) {
      return context;
    }
    return loop;
  }

  void edge(int from, int to_block, int condition, bool when) {
    const int context = graph_.nodes[static_cast<std::size_t>(from)].context;
    const int block = graph_.nodes[static_cast<std::size_t>(from)].block;
    const int to_context = entered(block, to_block, context);
    const int to = node(to_block, to_context);
    const int loop = closed(block, to_block);
    const bool cut = loop >= 0 && to_context == context;
    const int number = static_cast<int>(graph_.edges.size());
    graph_.edges.push_back({.from = from, .to = to, .condition = condition, .when = when, .cut = cut});
    graph_.nodes[static_cast<std::size_t>(from)].out.push_back(number);
    graph_.nodes[static_cast<std::size_t>(to)].in.push_back(number);
    if (cut) graph_.nodes[static_cast<std::size_t>(to)].cut_loop = loop;
  }

  void expand(int from) {
    const SymbolicBlock& block =
        kernel_.blocks[static_cast<std::size_t>(graph_.nodes[static_cast<std::size_t>(from)].block)];
    if (block.end == SymbolicBlock::kBarrier && !through_) return;
    if (block.end == SymbolicBlock::kBranch && block.targets[0] != block.targets[1]) {
      edge(from, block.targets[0], block.condition, true);
      edge(from, block.targets[1], block.condition, false);
    } else if (!block.targets.empty()) {
      edge(from, block.targets[0], -1, true);
    }
  }

  const SymbolicKernel& kernel_;
  const bool through_;
  IntervalGraph graph_;
};

}  // namespace

IntervalGraph interval_graph(const SymbolicKernel& kernel, int barrier, bool through) {
  return Builder(kernel, through).build(barrier);
}

}  // namespace fencepost::cli::symbolic
