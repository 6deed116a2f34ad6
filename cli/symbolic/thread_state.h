// One thread at one point of time: what each value of the kernel is, and which way the thread took.
//
// A thread's way has two parts: to the barrier where the interval begins, and from there. Each is a graph
// (interval_graph.h). A header whose closing edge is cut stands for any iteration: its phis are variables, of which is
// known what is invariant. At the barrier both threads are in the same iteration of the loops around it (that all
// threads come to the same barriers is asked for by itself): what is uniform is one variable for both.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cli/symbolic/arithmetic.h"
#include "cli/symbolic/interval_graph.h"
#include "cli/symbolic/kernel_facts.h"
#include "cli/symbolic/launch.h"

namespace fencepost::cli::symbolic {

/// Part of a thread's way, and a node of its graph.
struct Place {
  bool before = false;  ///< On the way to the barrier.
  int node = 0;
};

class ThreadState {
 public:
  /// Thread 1 or 2. `before`: all of the kernel, for what was before the interval; `interval` begins at the entry if it
  /// is not needed. `one_block`: both threads are of one block. They must outlive it.
  ThreadState(const KernelFacts& facts, Arithmetic& arithmetic, Launch& launch, int thread, bool one_block,
              const IntervalGraph& before, const IntervalGraph& interval);

  /// What the value is, seen from a node. Of what is computed elsewhere: when it was last computed.
  Term value(int value, Place from);
  Term value(int value, int node) { return this->value(value, {false, node}); }

  /// The thread comes to the node.
  z3::expr reach(int node);
  z3::expr reach(Place place);

  /// The thread goes the edge of the interval's graph.
  z3::expr passed(int edge) { return passed(interval_.edges[static_cast<std::size_t>(edge)], false); }

  /// In how many iterations the thread was, of a loop whose header is cut; null if it is not in the interval.
  z3::expr iteration(int loop, Place header);

 private:
  [[nodiscard]] const IntervalGraph& graph(bool before) const { return before ? before_ : interval_; }
  [[nodiscard]] bool is_shared(int block) const;
  [[nodiscard]] bool loop_is_shared(int loop) const;
  [[nodiscard]] std::string name(const std::string& what, int number, Place at, bool shared) const;
  Place defined(int value, Place from) const;
  z3::expr passed(const IntervalEdge& edge, bool before);
  Term compute(int value, Place at);
  Term phi(int value, Place at);
  Term any_iteration(int value, Place at, const LoopForm* form);
  Term entered_with(int value, Place at);
  void add_invariants(int value, Place at, const Term& term, const LoopForm& form);
  Term load(int value, Place at);
  Term operation(const compiler::SymbolicValue& v, Place at);
  Term product(const compiler::SymbolicValue& v, const Term& a, const Term& b);
  [[nodiscard]] bool is_size(int value) const;

  const KernelFacts& facts_;
  Arithmetic& arithmetic_;
  Launch& launch_;
  const int thread_;
  const bool one_block_;
  const IntervalGraph& before_;
  const IntervalGraph& interval_;
  std::map<std::tuple<bool, int, int>, Term> terms_;
  std::map<std::pair<bool, int>, z3::expr> reaches_;
};

}  // namespace fencepost::cli::symbolic
