// What the questions about one kernel share.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cli/prove/prover.h"
#include "cli/prove/verdict.h"
#include "cli/prove/visits.h"
#include "cli/symbolic/interval_graph.h"
#include "cli/symbolic/thread_state.h"

namespace fencepost::cli::symbolic {

/// What Wrapping::kAssumedNot assumes.
inline constexpr const char* kNoWrap =
    "sums and products of unsigned integers, and what is converted to 32 bits, do not exceed their type";

/// Two threads, and what is asked of them.
struct Scene {
  Scene(const KernelFacts& facts, Wrapping wrapping) : arithmetic(facts.context, wrapping), launch(facts, arithmetic) {}
  Arithmetic arithmetic;
  Launch launch;
  std::unique_ptr<ThreadState> one, two;
};

struct Questions {
  using Key = std::tuple<Verdict::About, std::string, bool, Touch, Touch>;

  const compiler::SymbolicKernel& kernel;
  const ProofOptions& options;
  const KernelFacts& facts;
  const IntervalGraph& whole;  ///< From the entry, through barriers.
  Limits refining;             ///< Of what is only asked to say it better.
  std::map<Key, Verdict> verdicts;
  std::set<std::string> general;  ///< Assumptions of all verdicts.

  std::unique_ptr<Scene> scene(Wrapping wrapping, bool one_block, const IntervalGraph& interval) const;
  /// Conditions of models, the smallest first.
  static std::vector<z3::expr> small_models(Scene& scene);
  /// The user's --assume.
  z3::expr assumed(Scene& scene) const;
  /// The accesses of the two threads have a byte in common.
  z3::expr overlap(Scene& scene, const Visit& a, const Visit& b) const;
};

/// Adds verdicts of the barriers that end an interval: whether from where threads last met all come to the same one.
/// And of the operations in it that wait for others, which are taken as ordering nothing: whether those come.
void prove_meetings(Questions& questions, const IntervalGraph& interval);

}  // namespace fencepost::cli::symbolic
