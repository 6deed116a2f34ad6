#include "cli/symbolic/access_pattern.h"

#include <algorithm>

#include "cli/symbolic/interval_graph.h"
#include "cli/symbolic/uniformity.h"
#include "cli/symbolic/value_text.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicAccessKind;
using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicSpace;

namespace {

/// The patterns of one interval.
class IntervalReader {
 public:
  IntervalReader(const SymbolicKernel& kernel, int barrier)
      : kernel_(kernel), graph_(interval_graph(kernel, barrier, false)) {}

  std::vector<GuardedAccess> guarded() const {
    std::vector<GuardedAccess> all;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const std::vector<GuardCondition> guard = guard_of(static_cast<int>(n));
      for (std::size_t i = 0; i < kernel_.accesses.size(); ++i) {
        if (kernel_.accesses[i].block != graph_.nodes[n].block) continue;
        all.push_back({static_cast<int>(i), graph_.nodes[n].context, guard});
      }
    }
    return all;
  }

  std::vector<AccessPattern> read() const {
    std::vector<AccessPattern> patterns;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const int node = static_cast<int>(n);
      const ValueText text(kernel_, primed(node));
      for (const SymbolicAccess& access : kernel_.accesses) {
        if (access.block != graph_.nodes[n].block) continue;
        AccessPattern pattern = touched(access);
        if (pattern.arrays.empty() && pattern.right == 0) continue;
        for (const GuardCondition& asked : guard_of(node)) {
          const std::string condition = text.condition(asked.value, asked.holds);
          if (std::ranges::find(pattern.guard, condition) == pattern.guard.end()) pattern.guard.push_back(condition);
        }
        pattern.index = index_of(access, text);
        if (std::ranges::find(patterns, pattern) == patterns.end()) patterns.push_back(std::move(pattern));
      }
    }
    const std::vector<AccessPattern> all = patterns;
    std::erase_if(patterns, [&](const AccessPattern& read) {
      if (read.right != 'R') return false;
      AccessPattern written = read;
      written.right = 'W';
      return std::ranges::find(all, written) != all.end();
    });
    return patterns;
  }

 private:
  /// Array and right; a right of 0: nothing that is drawn.
  AccessPattern touched(const SymbolicAccess& access) const {
    AccessPattern pattern;
    const bool reads = access.kind == SymbolicAccessKind::kRead;
    pattern.right = reads ? 'R' : access.kind == SymbolicAccessKind::kWrite ? 'W' : 'A';
    const std::vector<int> objects = possible_objects(kernel_, access.object);
    for (const int number : objects) {
      const compiler::SymbolicObject& object = kernel_.objects[static_cast<std::size_t>(number)];
      if (object.space == SymbolicSpace::kLocal || object.space == SymbolicSpace::kConstant) continue;
      pattern.arrays.insert(object.name);
      pattern.is_global = pattern.is_global || object.parameter;
    }
    if (!objects.empty() && pattern.arrays.empty()) pattern.right = 0;
    return pattern;
  }

  [[nodiscard]] int header_of(int loop) const { return kernel_.loops[static_cast<std::size_t>(loop)].header; }

  /// Variables of the loop whose next iteration the node is in, if the interval also has accesses of this one.
  [[nodiscard]] std::set<int> primed(int node) const {
    std::set<int> phis;
    const int loop = graph_.nodes[static_cast<std::size_t>(node)].context;
    if (loop < 0) return phis;
    const bool has_both = std::ranges::any_of(kernel_.accesses, [&](const SymbolicAccess& access) {
      return is_in_loop(kernel_, access.block, loop) && graph_.find(access.block, -1) >= 0;
    });
    if (!has_both) return phis;
    for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
      const compiler::SymbolicValue& value = kernel_.values[i];
      if (value.op == SymbolicOp::kPhi && value.block == header_of(loop)) phis.insert(static_cast<int>(i));
    }
    return phis;
  }

  [[nodiscard]] bool is_reached_without(int edge, int node) const {
    std::vector<bool> seen(graph_.nodes.size());
    std::vector<int> open = {graph_.start};
    seen[static_cast<std::size_t>(graph_.start)] = true;
    while (!open.empty()) {
      const int from = open.back();
      open.pop_back();
      for (const int e : graph_.nodes[static_cast<std::size_t>(from)].out) {
        const int to = graph_.edges[static_cast<std::size_t>(e)].to;
        if (e == edge || seen[static_cast<std::size_t>(to)]) continue;
        seen[static_cast<std::size_t>(to)] = true;
        open.push_back(to);
      }
    }
    return seen[static_cast<std::size_t>(node)];
  }

  /// The conditions of edges that all ways to the node go.
  [[nodiscard]] std::vector<GuardCondition> guard_of(int node) const {
    std::vector<GuardCondition> guard;
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      const IntervalEdge& edge = graph_.edges[e];
      if (edge.condition < 0 || is_reached_without(static_cast<int>(e), node)) continue;
      guard.push_back({edge.condition, edge.when, graph_.nodes[static_cast<std::size_t>(edge.from)].context});
    }
    return guard;
  }

  /// By the array's dimensions if these are declared, else the number of the element.
  [[nodiscard]] std::string index_of(const SymbolicAccess& access, const ValueText& text) const {
    const std::vector<int> objects = possible_objects(kernel_, access.object);
    std::uint64_t bytes = access.element;
    for (const compiler::SymbolicBound& bound : access.bounds) bytes *= bound.extent;
    if (access.bounds.size() > 1 && objects.size() == 1 &&
        bytes == kernel_.objects[static_cast<std::size_t>(objects[0])].bytes) {
      std::string index;
      for (const compiler::SymbolicBound& bound : access.bounds) index += "[" + text.text_of(bound.index) + "]";
      return index;
    }
    Sum sum = text.sum_of(access.offset);
    const auto element = static_cast<Wide>(std::max<std::uint64_t>(access.element, 1));
    const bool is_whole = std::ranges::all_of(sum, [&](const auto& each) { return each.second % element == 0; });
    if (!is_whole) return "byte " + ValueText::text_of(sum);
    for (auto& [product, count] : sum) count /= element;
    return ValueText::text_of(sum);
  }

  const SymbolicKernel& kernel_;
  const IntervalGraph graph_;
};

/// What the accesses' offsets and conditions are made of.
class UsedVariables {
 public:
  explicit UsedVariables(const SymbolicKernel& kernel) : kernel_(kernel) {
    for (const SymbolicAccess& access : kernel.accesses) add(access.offset);
    for (const SymbolicBlock& block : kernel.blocks) {
      if (block.condition >= 0) add(block.condition);
    }
  }

  [[nodiscard]] std::vector<std::string> texts() const {
    const ValueText text(kernel_, {});
    std::vector<std::string> told;
    for (const int value : used_) {
      const compiler::SymbolicValue& phi = kernel_.values[static_cast<std::size_t>(value)];
      const auto loop = std::ranges::find(kernel_.loops, phi.block, &compiler::SymbolicLoop::header);
      if (phi.op != SymbolicOp::kPhi || phi.name.empty() || loop == kernel_.loops.end()) continue;
      std::string first, next;
      for (std::size_t i = 0; i < phi.operands.size(); ++i) {
        (phi.blocks[i] == loop->latch ? next : first) = text.text_of(phi.operands[i]);
      }
      const std::string line = phi.name + ": " + first + ", then " + next;
      if (std::ranges::find(told, line) == told.end()) told.push_back(line);
    }
    return told;
  }

 private:
  void add(int value) {
    if (!used_.insert(value).second) return;
    for (const int operand : kernel_.values[static_cast<std::size_t>(value)].operands) add(operand);
  }

  const SymbolicKernel& kernel_;
  std::set<int> used_;
};

}  // namespace

std::vector<GuardedAccess> guarded_accesses(const SymbolicKernel& kernel, int barrier) {
  return IntervalReader(kernel, barrier).guarded();
}

KernelPattern pattern_of(const SymbolicKernel& kernel) {
  KernelPattern pattern{.signature = kernel.signature, .variables = {}, .intervals = {}};
  if (pattern.signature.starts_with("void ")) pattern.signature.erase(0, 5);
  if (!kernel.obstacle.empty()) return pattern;
  pattern.variables = UsedVariables(kernel).texts();
  pattern.intervals.push_back({.file = {}, .line = 0, .accesses = IntervalReader(kernel, -1).read()});
  for (std::size_t b = 0; b < kernel.blocks.size(); ++b) {
    const SymbolicBlock& block = kernel.blocks[b];
    if (block.end != SymbolicBlock::kBarrier) continue;
    pattern.intervals.push_back({.file = block.barrier_file,
                                 .line = block.barrier_line,
                                 .accesses = IntervalReader(kernel, static_cast<int>(b)).read()});
  }
  return pattern;
}

std::string text_of(const AccessPattern& pattern) {
  std::string text;
  for (const std::string& condition : pattern.guard) text += (text.empty() ? "" : ", ") + condition;
  return text + (text.empty() ? "" : ": ") + pattern.right + " on " + pattern.index;
}

}  // namespace fencepost::cli::symbolic
