#include "cli/symbolic/kernel_facts.h"

#include <algorithm>
#include <optional>

namespace fencepost::cli::symbolic {

using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

constexpr std::size_t kMostValues = 70;  ///< Powers of two of 64 bits, and a few.

/// Values that are one of a few.
class FewValues {
 public:
  FewValues(const SymbolicKernel& kernel, const std::set<int>& powers_of_two, Wrapping wrapping)
      : kernel_(kernel), powers_of_two_(powers_of_two), wrapping_(wrapping) {}

  /// Those of what was asked for that do not fit into their type.
  [[nodiscard]] const std::set<int>& wrapping() const { return wrapping_values_; }

  std::optional<std::set<Wide>> of(int value) {
    const SymbolicValue& v = kernel_.values[static_cast<std::size_t>(value)];
    if (v.bits <= 1 || v.bits > 64) return std::nullopt;
    if (powers_of_two_.contains(value)) {
      std::set<Wide> powers;
      for (unsigned i = 0; i + 1 < v.bits; ++i) powers.insert(static_cast<Wide>(1) << i);
      return powers;
    }
    if (v.op == SymbolicOp::kConstant) return std::set<Wide>{v.number};
    if (const auto known = assumed_.find(value); known != assumed_.end()) return known->second;
    switch (v.op) {
      case SymbolicOp::kPhi:
        return of_phi(value, v);
      case SymbolicOp::kSelect: {
        auto a = of(v.operands[1]);
        const auto b = of(v.operands[2]);
        if (!a || !b) return std::nullopt;
        a->insert(b->begin(), b->end());
        return a->size() > kMostValues ? std::nullopt : a;
      }
      case SymbolicOp::kAdd:
      case SymbolicOp::kSubtract:
      case SymbolicOp::kMultiply:
      case SymbolicOp::kShiftLeft:
      case SymbolicOp::kLogicalShiftRight:
      case SymbolicOp::kArithmeticShiftRight:
      case SymbolicOp::kUnsignedDivide:
      case SymbolicOp::kSignedDivide:
      case SymbolicOp::kXor:
        return of_operation(v);
      default:
        return std::nullopt;
    }
  }

 private:
  std::optional<std::set<Wide>> of_phi(int value, const SymbolicValue& v) {
    if (++depth_ > 20) {
      --depth_;
      return std::nullopt;
    }
    // The least set that the operands' values, computed with it, stay in.
    std::optional<std::set<Wide>> result = std::set<Wide>{};
    while (true) {
      assumed_[value] = *result;
      std::set<Wide> next = *result;
      bool known = true;
      for (const int operand : v.operands) {
        const auto set = of(operand);
        known = known && set.has_value();
        if (set) next.insert(set->begin(), set->end());
      }
      if (!known || next.size() > kMostValues) {
        result = std::nullopt;
        break;
      }
      if (next == *result) break;
      result = next;
    }
    assumed_.erase(value);
    --depth_;
    return result;
  }

  std::optional<std::set<Wide>> of_operation(const SymbolicValue& v) {
    const auto a = of(v.operands[0]), b = of(v.operands[1]);
    if (!a || !b || a->size() * b->size() > kMostValues * kMostValues || (a->size() > 1 && b->size() > 1)) {
      return std::nullopt;
    }
    std::set<Wide> result;
    for (const Wide x : *a) {
      for (const Wide y : *b) {
        const auto z = apply(v, x, y);
        if (!z) return std::nullopt;
        if (*z != kOverflow) result.insert(*z);
      }
    }
    return result.size() > kMostValues ? std::nullopt : std::optional(result);
  }

  static constexpr Wide kOverflow = static_cast<Wide>(1) << 120;

  std::optional<Wide> apply(const SymbolicValue& v, Wide x, Wide y) {
    const Wide all = static_cast<Wide>(1) << v.bits;
    const Wide u = ((x % all) + all) % all, w = ((y % all) + all) % all;
    const Wide s = u >= all / 2 ? u - all : u, t = w >= all / 2 ? w - all : w;
    Wide exact = 0;
    switch (v.op) {
      case SymbolicOp::kAdd:
        exact = s + t;
        break;
      case SymbolicOp::kSubtract:
        exact = s - t;
        break;
      case SymbolicOp::kMultiply:
        exact = s * t;
        break;
      case SymbolicOp::kShiftLeft:
        if (w >= v.bits) return std::nullopt;
        exact = s * (static_cast<Wide>(1) << w);
        break;
      case SymbolicOp::kLogicalShiftRight:
        if (w >= v.bits) return std::nullopt;
        exact = u >> w;
        break;
      case SymbolicOp::kArithmeticShiftRight:
        if (w >= v.bits) return std::nullopt;
        exact = s >> w;
        break;
      case SymbolicOp::kUnsignedDivide:
        if (w == 0) return std::nullopt;
        exact = u / w;
        break;
      case SymbolicOp::kSignedDivide:
        if (t == 0) return std::nullopt;
        exact = s / t;
        break;
      default:
        exact = u ^ w;
        break;
    }
    if (v.no_signed_wrap && (exact < -all / 2 || exact >= all / 2)) return kOverflow;
    const bool doubles = v.op == SymbolicOp::kShiftLeft || v.op == SymbolicOp::kMultiply || v.op == SymbolicOp::kAdd;
    if (doubles && u == all / 2 && ((exact % all) + all) % all == 0) {
      wrapping_values_.insert(static_cast<int>(&v - kernel_.values.data()));
      if (wrapping_ == Wrapping::kAssumedNot) return kOverflow;
    }
    const Wide cut = ((exact % all) + all) % all;
    return cut >= all / 2 && cut != all / 2 ? cut - all : cut;
  }

  const SymbolicKernel& kernel_;
  const std::set<int>& powers_of_two_;
  const Wrapping wrapping_;
  std::set<int> wrapping_values_;
  std::map<int, std::set<Wide>> assumed_;
  int depth_ = 0;
};

bool is_pure(SymbolicOp op) { return op != SymbolicOp::kPhi && op != SymbolicOp::kLoad && op != SymbolicOp::kOpaque; }

/// The phi's steps from one iteration to the next; false: it is not the same plus something.
bool find_steps(const KernelFacts& facts, int phi, LoopForm& form) {
  const SymbolicKernel& kernel = facts.kernel;
  int value = form.next;
  form.no_signed_wrap = true;
  while (value != phi) {
    const SymbolicValue& v = kernel.values[static_cast<std::size_t>(value)];
    if (v.op != SymbolicOp::kAdd && v.op != SymbolicOp::kSubtract) return false;
    form.no_signed_wrap = form.no_signed_wrap && v.no_signed_wrap;
    if (facts.is_invariant(v.operands[1], form.loop)) {
      form.steps.emplace_back(v.op == SymbolicOp::kAdd ? 1 : -1, v.operands[1]);
      value = v.operands[0];
    } else if (v.op == SymbolicOp::kAdd && facts.is_invariant(v.operands[0], form.loop)) {
      form.steps.emplace_back(1, v.operands[0]);
      value = v.operands[1];
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

bool KernelFacts::dominates(int top, int block) const {
  for (int b = block; b >= 0; b = kernel.blocks[static_cast<std::size_t>(b)].dominator) {
    if (b == top) return true;
  }
  return false;
}

bool KernelFacts::is_invariant(int value, int loop) const {
  const SymbolicValue& v = kernel.values[static_cast<std::size_t>(value)];
  if (v.block < 0 || !is_in_loop(kernel, v.block, loop)) return true;
  if (!is_pure(v.op)) return false;
  return std::ranges::all_of(v.operands, [&](int operand) { return is_invariant(operand, loop); });
}

KernelFacts::KernelFacts(const SymbolicKernel& of, bool alias, std::set<int> powers, FixedDimensions dimensions,
                         Wrapping of_powers)
    : kernel(of),
      may_alias(alias),
      powers_of_two(std::move(powers)),
      fixed(std::move(dimensions)),
      contents(fixed_contents(of, alias)),
      uniform(uniformity_of(of, contents, UniformFor::kBlock)),
      inner_loop(loops_of_blocks(of)) {
  for (const SymbolicValue& value : kernel.values) {
    const auto dimension = static_cast<std::size_t>(value.number);
    if (value.op == SymbolicOp::kThreadIdx || value.op == SymbolicOp::kBlockDim) reads_block_dim[dimension] = true;
    if (value.op == SymbolicOp::kBlockIdx || value.op == SymbolicOp::kGridDim) reads_grid_dim[dimension] = true;
  }
  const bool waits = !kernel.waits.empty() || std::ranges::any_of(kernel.blocks, [](const SymbolicBlock& block) {
    return block.end == SymbolicBlock::kBarrier;
  });
  if (waits) reads_block_dim[0] = true;
  // Of one that is assumed to be 1 nothing depends.
  for (const auto& [dimension, size] : fixed) {
    if (size != 1) continue;
    auto& reads = dimension.first == SymbolicOp::kBlockDim ? reads_block_dim : reads_grid_dim;
    reads[static_cast<std::size_t>(dimension.second)] = false;
  }
  const bool in_row = !reads_block_dim[1] && !reads_block_dim[2];
  of_warp = uniformity_of(kernel, contents, in_row ? UniformFor::kWarpInRow : UniformFor::kWarp);
  FewValues few(kernel, powers_of_two, of_powers);
  for (std::size_t i = 0; i < kernel.values.size(); ++i) {
    const SymbolicValue& value = kernel.values[i];
    if (value.op != SymbolicOp::kPhi || value.operands.size() != 2) continue;
    for (std::size_t loop = 0; loop < kernel.loops.size(); ++loop) {
      if (kernel.loops[loop].header != value.block) continue;
      LoopForm form;
      form.loop = static_cast<int>(loop);
      const std::size_t closing = value.blocks[0] == kernel.loops[loop].latch ? 0 : 1;
      form.next = value.operands[closing];
      form.first = value.operands[1 - closing];
      const auto values = few.of(static_cast<int>(i));
      if (values && !values->empty()) {
        form.kind = LoopForm::kPowers;
        form.values.assign(values->begin(), values->end());
      } else if (value.bits > 1 && find_steps(*this, static_cast<int>(i), form)) {
        form.kind = LoopForm::kAffine;
      }
      forms[static_cast<int>(i)] = std::move(form);
    }
  }
  wrapping = few.wrapping();
}

}  // namespace fencepost::cli::symbolic
