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

class Analysis {
 public:
  Analysis(const SymbolicKernel& kernel, const std::vector<bool>& constant)
      : kernel_(kernel), constant_(constant), inner_(loops_of_blocks(kernel)) {
    result_.values.assign(kernel.values.size(), true);
    result_.loops.assign(kernel.loops.size(), true);
    predecessors_.resize(kernel.blocks.size());
    for (std::size_t b = 0; b < kernel.blocks.size(); ++b) {
      for (const int to : kernel.blocks[b].targets) {
        predecessors_[static_cast<std::size_t>(to)].push_back(static_cast<int>(b));
      }
    }
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
  /// At its use in `block`: of a loop that threads leave at different times, its last value differs.
  bool used_uniform(int value, int block) const {
    if (!result_.values[static_cast<std::size_t>(value)]) return false;
    const int from = kernel_.values[static_cast<std::size_t>(value)].block;
    if (from < 0 || block < 0) return true;
    for (int loop = inner_[static_cast<std::size_t>(from)]; loop >= 0;
         loop = kernel_.loops[static_cast<std::size_t>(loop)].parent) {
      if (is_in_loop(kernel_, block, loop)) break;
      if (!result_.loops[static_cast<std::size_t>(loop)]) return false;
    }
    return true;
  }

  bool branch_is_uniform(int block) const {
    const SymbolicBlock& b = kernel_.blocks[static_cast<std::size_t>(block)];
    return b.end != SymbolicBlock::kBranch || b.targets[0] == b.targets[1] || used_uniform(b.condition, block);
  }

  bool is_left_together(const SymbolicLoop& loop, int number) const {
    return std::ranges::all_of(loop.blocks, [&](int block) {
      const SymbolicBlock& b = kernel_.blocks[static_cast<std::size_t>(block)];
      const bool leaves = std::ranges::any_of(b.targets, [&](int to) { return !is_in_loop(kernel_, to, number); });
      return !leaves || (branch_is_uniform(block) && reached_together(block, loop.header));
    });
  }

  /// All branches that decide, behind `from`, whether `block` is come to.
  bool reached_together(int block, int from) const {
    if (block == from) return true;
    std::set<int> seen = {block};
    std::vector<int> open = {block};
    while (!open.empty()) {
      const int b = open.back();
      open.pop_back();
      for (const int before : predecessors_[static_cast<std::size_t>(b)]) {
        if (!branch_is_uniform(before) && before != block) return false;
        if (before != from && seen.insert(before).second) open.push_back(before);
      }
    }
    return true;
  }

  bool is_loop_phi(const SymbolicValue& value) const {
    return std::ranges::any_of(kernel_.loops, [&](const SymbolicLoop& loop) { return loop.header == value.block; });
  }

  bool is_uniform(const SymbolicValue& value) const {
    switch (value.op) {
      case SymbolicOp::kThreadIdx:
        return false;
      case SymbolicOp::kOpaque:
        return value.number == 1;
      case SymbolicOp::kLoad: {
        const SymbolicValue& object = kernel_.values[static_cast<std::size_t>(value.operands[0])];
        const bool fixed = object.op == SymbolicOp::kObject && constant_[static_cast<std::size_t>(object.number)];
        return fixed && used_uniform(value.operands[1], value.block);
      }
      case SymbolicOp::kPhi: {
        for (std::size_t i = 0; i < value.operands.size(); ++i) {
          if (!used_uniform(value.operands[i], value.blocks[i])) return false;
        }
        // In the same iteration: from the entry in the first, else from the latch.
        return is_loop_phi(value) || chosen_together(value.block);
      }
      default:
        return std::ranges::all_of(value.operands, [&](int o) { return used_uniform(o, value.block); });
    }
  }

  /// The branches between a block and its dominator, which decide where it is come from.
  bool chosen_together(int block) const {
    const int top = kernel_.blocks[static_cast<std::size_t>(block)].dominator;
    std::set<int> seen = {block};
    std::vector<int> open = {block};
    while (!open.empty()) {
      const int b = open.back();
      open.pop_back();
      for (const int before : predecessors_[static_cast<std::size_t>(b)]) {
        if (!branch_is_uniform(before)) return false;
        if (before != top && seen.insert(before).second) open.push_back(before);
      }
    }
    return true;
  }

  const SymbolicKernel& kernel_;
  const std::vector<bool>& constant_;
  const std::vector<int> inner_;
  std::vector<std::vector<int>> predecessors_;
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

Uniformity uniformity_of(const SymbolicKernel& kernel, const std::vector<bool>& constant_objects) {
  return Analysis(kernel, constant_objects).run();
}

}  // namespace fencepost::cli::symbolic
