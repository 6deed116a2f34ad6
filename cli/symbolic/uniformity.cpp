#include "cli/symbolic/uniformity.h"

#include <algorithm>
#include <set>

#include "cli/symbolic/interval_graph.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicAccessKind;
using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicLoop;
using compiler::SymbolicOp;
using compiler::SymbolicSpace;
using compiler::SymbolicValue;

namespace {

bool collect_objects(const SymbolicKernel& kernel, int value, std::set<int>& seen, std::set<int>& objects) {
  if (!seen.insert(value).second) return true;
  const SymbolicValue& v = kernel.values[static_cast<std::size_t>(value)];
  switch (v.op) {
    case SymbolicOp::kObject:
      objects.insert(static_cast<int>(v.number));
      return true;
    case SymbolicOp::kConstant:  // Null.
      return true;
    case SymbolicOp::kPhi:
      return std::ranges::all_of(v.operands, [&](int o) { return collect_objects(kernel, o, seen, objects); });
    case SymbolicOp::kSelect:
      return collect_objects(kernel, v.operands[1], seen, objects) &&
             collect_objects(kernel, v.operands[2], seen, objects);
    default:
      return false;
  }
}

/// Of a kernel's blocks: what leads to them, and which loops are around.
class Paths {
 public:
  explicit Paths(const SymbolicKernel& kernel)
      : kernel_(kernel), inner_(loops_of_blocks(kernel)), predecessors_(kernel.blocks.size()) {
    for (std::size_t b = 0; b < kernel.blocks.size(); ++b) {
      for (const int to : kernel.blocks[b].targets) {
        predecessors_[static_cast<std::size_t>(to)].push_back(static_cast<int>(b));
      }
    }
  }

  /// At its use in `block`: of a loop that threads leave at different times, its last value differs.
  bool used_uniform(const Uniformity& told, int value, int block) const {
    if (!told.values[static_cast<std::size_t>(value)]) return false;
    const int from = kernel_.values[static_cast<std::size_t>(value)].block;
    if (from < 0 || block < 0) return true;
    for (int loop = inner_[static_cast<std::size_t>(from)]; loop >= 0;
         loop = kernel_.loops[static_cast<std::size_t>(loop)].parent) {
      if (is_in_loop(kernel_, block, loop)) break;
      if (!told.loops[static_cast<std::size_t>(loop)]) return false;
    }
    return true;
  }

  bool branch_is_uniform(const Uniformity& told, int block) const {
    const SymbolicBlock& b = kernel_.blocks[static_cast<std::size_t>(block)];
    return b.end != SymbolicBlock::kBranch || b.targets[0] == b.targets[1] || used_uniform(told, b.condition, block);
  }

  /// From `from`, which all ways to `block` go through: who decides not alike on the way comes there all the same.
  bool reached_together(const Uniformity& told, int block, int from) const {
    return block == from || std::ranges::all_of(between(block, from), [&](int b) {
             return b == block || branch_is_uniform(told, b) || !may_miss(b, block, from);
           });
  }

  /// All branches on the way are decided alike, so that it is the same way.
  bool come_the_same_way(const Uniformity& told, int block, int from) const {
    return std::ranges::all_of(between(block, from), [&](int b) { return branch_is_uniform(told, b); });
  }

 private:
  /// The blocks on ways from one to the other, but for the last.
  std::set<int> between(int block, int from) const {
    std::set<int> seen;
    std::vector<int> open = {block};
    while (!open.empty()) {
      const int b = open.back();
      open.pop_back();
      for (const int before : predecessors_[static_cast<std::size_t>(b)]) {
        if (seen.insert(before).second && before != from && before != block) open.push_back(before);
      }
    }
    return seen;
  }

  /// Behind the branch there is a way to the thread's end, or to `from` again, that does not go through `block`.
  bool may_miss(int branch, int block, int from) const {
    std::set<int> seen;
    std::vector<int> open = {branch};
    while (!open.empty()) {
      const SymbolicBlock& b = kernel_.blocks[static_cast<std::size_t>(open.back())];
      open.pop_back();
      if (b.end == SymbolicBlock::kReturn) return true;
      for (const int to : b.targets) {
        if (to == from) return true;
        if (to != block && seen.insert(to).second) open.push_back(to);
      }
    }
    return false;
  }

  const SymbolicKernel& kernel_;
  const std::vector<int> inner_;
  std::vector<std::vector<int>> predecessors_;
};

class Analysis {
 public:
  Analysis(const SymbolicKernel& kernel, const FixedContents& fixed, UniformFor threads)
      : kernel_(kernel), fixed_(fixed), threads_(threads), paths_(kernel) {
    result_.values.assign(kernel.values.size(), true);
    result_.loops.assign(kernel.loops.size(), true);
  }

  Uniformity run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
        if (result_.values[i] && !is_uniform(kernel_.values[i])) {
          result_.values[i] = false;
          changed = true;
        }
      }
      for (std::size_t i = 0; i < kernel_.loops.size(); ++i) {
        if (result_.loops[i] && !is_left_together(kernel_.loops[i], static_cast<int>(i))) {
          result_.loops[i] = false;
          changed = true;
        }
      }
    }
    return std::move(result_);
  }

 private:
  bool is_left_together(const SymbolicLoop& loop, int number) const {
    return std::ranges::all_of(loop.blocks, [&](int block) {
      const SymbolicBlock& b = kernel_.blocks[static_cast<std::size_t>(block)];
      const bool leaves = std::ranges::any_of(b.targets, [&](int to) { return !is_in_loop(kernel_, to, number); });
      return !leaves ||
             (paths_.branch_is_uniform(result_, block) && paths_.reached_together(result_, block, loop.header));
    });
  }

  bool is_loop_phi(const SymbolicValue& value) const {
    return std::ranges::any_of(kernel_.loops, [&](const SymbolicLoop& loop) { return loop.header == value.block; });
  }

  /// threadIdx.x without its lowest five bits.
  bool is_warp_number(const SymbolicValue& value) const {
    constexpr std::int64_t kLanes = 32, kLaneBits = 5;
    if (threads_ != UniformFor::kWarpInRow || value.operands.size() != 2) return false;
    const SymbolicValue& thread = kernel_.values[static_cast<std::size_t>(value.operands[0])];
    const SymbolicValue& by = kernel_.values[static_cast<std::size_t>(value.operands[1])];
    if (thread.op != SymbolicOp::kThreadIdx || by.op != SymbolicOp::kConstant) return false;
    switch (value.op) {
      case SymbolicOp::kUnsignedDivide:
      case SymbolicOp::kSignedDivide:
        return by.number > 0 && by.number % kLanes == 0;
      case SymbolicOp::kLogicalShiftRight:
      case SymbolicOp::kArithmeticShiftRight:
        return by.number >= kLaneBits;
      case SymbolicOp::kAnd:
        return by.number % kLanes == 0;
      default:
        return false;
    }
  }

  bool is_uniform(const SymbolicValue& value) const {
    const auto used_uniform = [&](int operand, int block) { return paths_.used_uniform(result_, operand, block); };
    switch (value.op) {
      case SymbolicOp::kThreadIdx:
        return false;
      case SymbolicOp::kOpaque:
        return value.number == 1 || (value.number == 2 && threads_ != UniformFor::kBlock);
      case SymbolicOp::kLoad: {
        const SymbolicValue& object = kernel_.values[static_cast<std::size_t>(value.operands[0])];
        const bool fixed = object.op == SymbolicOp::kObject && fixed_.objects[static_cast<std::size_t>(object.number)];
        const bool is_held = value.number >= 0 && fixed_.reads[static_cast<std::size_t>(value.number)];
        return (fixed || is_held) && used_uniform(value.operands[1], value.block);
      }
      case SymbolicOp::kPhi: {
        for (std::size_t i = 0; i < value.operands.size(); ++i) {
          if (!used_uniform(value.operands[i], value.blocks[i])) return false;
        }
        // In the same iteration: from the entry in the first, else from the latch.
        const int top = kernel_.blocks[static_cast<std::size_t>(value.block)].dominator;
        return is_loop_phi(value) || paths_.come_the_same_way(result_, value.block, top);
      }
      default:
        return is_warp_number(value) ||
               std::ranges::all_of(value.operands, [&](int o) { return used_uniform(o, value.block); });
    }
  }

  const SymbolicKernel& kernel_;
  const FixedContents& fixed_;
  const UniformFor threads_;
  const Paths paths_;
  Uniformity result_;
};

}  // namespace

std::vector<int> possible_objects(const SymbolicKernel& kernel, int value) {
  std::set<int> seen;
  std::set<int> objects;
  if (!collect_objects(kernel, value, seen, objects)) return {};
  return {objects.begin(), objects.end()};
}

std::vector<bool> constant_objects(const SymbolicKernel& kernel, bool may_alias) {
  std::vector<bool> constant(kernel.objects.size(), true);
  for (const SymbolicAccess& access : kernel.accesses) {
    if (access.kind == SymbolicAccessKind::kRead) continue;
    const std::vector<int> objects = possible_objects(kernel, access.object);
    for (std::size_t i = 0; i < constant.size(); ++i) {
      const bool named = std::ranges::find(objects, static_cast<int>(i)) != objects.end();
      const bool may_be = objects.empty() && kernel.objects[i].space != SymbolicSpace::kConstant;
      const bool aliased = may_alias && kernel.objects[i].parameter && std::ranges::any_of(objects, [&](int o) {
                             return kernel.objects[static_cast<std::size_t>(o)].parameter;
                           });
      if (named || may_be || aliased) constant[i] = false;
    }
  }
  return constant;
}

FixedContents fixed_contents(const SymbolicKernel& kernel, bool may_alias) {
  FixedContents fixed{.objects = constant_objects(kernel, may_alias), .reads = {}};
  const auto objects_of = [&](const SymbolicAccess& access) { return possible_objects(kernel, access.object); };
  const auto writes = [](const SymbolicAccess& access) { return access.kind != SymbolicAccessKind::kRead; };
  for (const SymbolicAccess& access : kernel.accesses) {
    const std::vector<int> objects = objects_of(access);
    fixed.reads.push_back(!writes(access) && objects.size() == 1 &&
                          kernel.objects[static_cast<std::size_t>(objects.front())].space == SymbolicSpace::kShared);
  }
  // What is written by an address that is not known may be another block's of its cluster, at any time.
  const bool may_be_any =
      std::ranges::any_of(kernel.accesses, [&](const SymbolicAccess& a) { return writes(a) && objects_of(a).empty(); });
  if (may_be_any) fixed.reads.assign(kernel.accesses.size(), false);
  std::vector<int> starts = {-1};
  for (std::size_t b = 0; b < kernel.blocks.size(); ++b) {
    if (kernel.blocks[b].end == SymbolicBlock::kBarrier) starts.push_back(static_cast<int>(b));
  }
  for (const int start : starts) {
    std::set<int> blocks, written;
    for (const IntervalNode& node : interval_graph(kernel, start, false).nodes) blocks.insert(node.block);
    for (const SymbolicAccess& access : kernel.accesses) {
      if (!writes(access) || !blocks.contains(access.block)) continue;
      for (const int object : objects_of(access)) written.insert(object);
    }
    for (std::size_t i = 0; i < kernel.accesses.size(); ++i) {
      if (!fixed.reads[i] || !blocks.contains(kernel.accesses[i].block)) continue;
      fixed.reads[i] = !written.contains(objects_of(kernel.accesses[i]).front());
    }
  }
  return fixed;
}

Uniformity uniformity_of(const SymbolicKernel& kernel, const FixedContents& fixed, UniformFor threads) {
  return Analysis(kernel, fixed, threads).run();
}

bool reached_together(const SymbolicKernel& kernel, const Uniformity& uniformity, int block, int from) {
  return Paths(kernel).reached_together(uniformity, block, from);
}

}  // namespace fencepost::cli::symbolic
