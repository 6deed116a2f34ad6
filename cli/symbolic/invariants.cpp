#include "cli/symbolic/invariants.h"

#include <algorithm>
#include <array>

#include "cli/symbolic/thread_state.h"

namespace fencepost::cli::symbolic {
namespace {

constexpr std::array<bool Invariants::*, 5> kCandidates = {&Invariants::not_negative, &Invariants::positive,
                                                           &Invariants::not_below_first, &Invariants::not_above_first,
                                                           &Invariants::below_bound};

class Induction {
 public:
  Induction(KernelFacts& facts, const Limits& limits)
      : facts_(facts), limits_(limits), whole_(interval_graph(facts.kernel, -1, true)) {}

  void run() {
    for (auto& [phi, form] : facts_.forms) {
      const compiler::SymbolicValue& value = facts_.kernel.values[static_cast<std::size_t>(phi)];
      if (value.bits <= 1 || whole_.find(value.block, -1) < 0) continue;
      form.bound = bound_of(phi, form.loop);
      facts_.invariants[phi] = {true, true, true, true, form.bound >= 0};
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [phi, held] : facts_.invariants) {
        for (bool Invariants::*candidate : kCandidates) {
          if (held.*candidate && !is_kept(phi, candidate)) {
            held.*candidate = false;
            changed = true;
          }
        }
      }
    }
  }

 private:
  /// Of `for (…; phi < bound; …)`; -1: it is no such loop, or it ends there in any case.
  [[nodiscard]] int bound_of(int phi, int number) const {
    const compiler::SymbolicLoop& loop = facts_.kernel.loops[static_cast<std::size_t>(number)];
    const compiler::SymbolicBlock& header = facts_.kernel.blocks[static_cast<std::size_t>(loop.header)];
    if (header.end != compiler::SymbolicBlock::kBranch) return -1;
    const compiler::SymbolicValue& condition = facts_.kernel.values[static_cast<std::size_t>(header.condition)];
    if (condition.op != compiler::SymbolicOp::kSignedLess || condition.operands[0] != phi) return -1;
    const bool is_left = std::ranges::find(loop.blocks, header.targets[1]) == loop.blocks.end();
    const int bound = condition.operands[1];
    return is_left && facts_.is_invariant(bound, number) ? bound : -1;
  }

  bool is_kept(int phi, bool Invariants::*candidate) {
    const LoopForm& form = facts_.forms.at(phi);
    const compiler::SymbolicLoop& loop = facts_.kernel.loops[static_cast<std::size_t>(form.loop)];
    const int header = whole_.find(loop.header, -1), latch = whole_.find(loop.latch, -1);
    if (header < 0 || latch < 0) return false;
    return never(form, candidate, header, true) && never(form, candidate, latch, false);
  }

  /// The candidate cannot be broken: by what the loop begins with, or by one more iteration.
  bool never(const LoopForm& form, bool Invariants::*candidate, int node, bool first) {
    Arithmetic arithmetic(facts_.context, Wrapping::kExact);
    Launch launch(facts_, arithmetic);
    ThreadState state(facts_, arithmetic, launch, 1, true, whole_, whole_);
    const compiler::SymbolicLoop& loop = facts_.kernel.loops[static_cast<std::size_t>(form.loop)];
    const bool is_of_first = candidate == &Invariants::not_below_first || candidate == &Invariants::not_above_first ||
                             candidate == &Invariants::below_bound;
    if (first && is_of_first) return true;
    // What is asked of the first iteration must not name the phi: that it holds for it would be assumed.
    const z3::expr reached = first ? state.reach(node) : goes_round(state, node, loop.header);
    const Term begun = arithmetic.as_signed(first_value(state, form, loop.header));
    const Term now = first ? begun : arithmetic.as_signed(state.value(form.next, node));
    z3::expr broken = reached;
    if (candidate == &Invariants::not_negative) broken = reached && now.e < 0;
    if (candidate == &Invariants::positive) broken = reached && now.e < 1;
    if (candidate == &Invariants::not_below_first) broken = reached && now.e < begun.e;
    if (candidate == &Invariants::not_above_first) broken = reached && now.e > begun.e;
    if (candidate == &Invariants::below_bound) {
      broken = reached && now.e != begun.e && now.e >= arithmetic.as_signed(state.value(form.bound, node)).e;
    }
    return ask(arithmetic, broken, {}, limits_).kind == Answer::kNever;
  }

  /// A loop may be left from its latch, too.
  z3::expr goes_round(ThreadState& state, int latch, int header) {
    for (std::size_t e = 0; e < whole_.edges.size(); ++e) {
      const IntervalEdge& edge = whole_.edges[e];
      const bool is_back =
          edge.cut && edge.from == latch && whole_.nodes[static_cast<std::size_t>(edge.to)].block == header;
      if (is_back) return state.passed(static_cast<int>(e));
    }
    return state.reach(latch);
  }

  Term first_value(ThreadState& state, const LoopForm& form, int header) {
    const int node = whole_.find(header, -1);
    for (const int number : whole_.nodes[static_cast<std::size_t>(node)].in) {
      const IntervalEdge& edge = whole_.edges[static_cast<std::size_t>(number)];
      if (!edge.cut) return state.value(form.first, edge.from);
    }
    return state.value(form.first, node);
  }

  KernelFacts& facts_;
  const Limits& limits_;
  const IntervalGraph whole_;
};

}  // namespace

void find_invariants(KernelFacts& facts, const Limits& limits) { Induction(facts, limits).run(); }

}  // namespace fencepost::cli::symbolic
