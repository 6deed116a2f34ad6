#include "cli/symbolic/invariants.h"

#include <array>

#include "cli/symbolic/thread_state.h"

namespace fencepost::cli::symbolic {
namespace {

constexpr std::array<bool Invariants::*, 4> kCandidates = {&Invariants::not_negative, &Invariants::positive,
                                                           &Invariants::not_below_first, &Invariants::not_above_first};

class Induction {
 public:
  Induction(KernelFacts& facts, const Limits& limits)
      : facts_(facts), limits_(limits), whole_(interval_graph(facts.kernel, -1, true)) {}

  void run() {
    for (const auto& [phi, form] : facts_.forms) {
      const compiler::SymbolicValue& value = facts_.kernel.values[static_cast<std::size_t>(phi)];
      if (value.bits <= 1 || whole_.find(value.block, -1) < 0) continue;
      facts_.invariants[phi] = {true, true, true, true};
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
    if (first && (candidate == &Invariants::not_below_first || candidate == &Invariants::not_above_first)) return true;
    // What is asked of the first iteration must not name the phi: that it holds for it would be assumed.
    const z3::expr reached = state.reach(node);
    const Term begun = arithmetic.as_signed(first_value(state, form, loop.header));
    const Term now = first ? begun : arithmetic.as_signed(state.value(form.next, node));
    z3::expr broken = reached;
    if (candidate == &Invariants::not_negative) broken = reached && now.e < 0;
    if (candidate == &Invariants::positive) broken = reached && now.e < 1;
    if (candidate == &Invariants::not_below_first) broken = reached && now.e < begun.e;
    if (candidate == &Invariants::not_above_first) broken = reached && now.e > begun.e;
    return ask(arithmetic, broken, {}, limits_).kind == Answer::kNever;
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
