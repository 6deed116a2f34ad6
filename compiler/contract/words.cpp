#include "compiler/contract/words.h"

#include <algorithm>
#include <array>

namespace fencepost::compiler::contract {

bool begins_item(std::string_view word) {
  static constexpr std::array<std::string_view, 58> kWords = {
      // clauses
      "requires", "ensures", "context", "context_everywhere", "loop_invariant", "kernel_invariant", "lock_invariant",
      "given", "yields", "modifies", "accessible", "signals", "decreases",
      // declarations
      "pure", "inline", "static", "thread_local", "bip_annotation", "resource", "axiom", "model", "adt", "prover_type",
      "prover_function",
      // statements
      "ghost", "assert", "assume", "inhale", "exhale", "refute", "witness", "fold", "unfold", "open", "close",
      "package", "apply", "label", "send", "recv", "transfer", "csl_subject", "spec_ignore", "action", "atomic",
      "commit", "extract", "frame", "outline", "with", "then",
      // older VerCors and JML
      "invariant", "loop_variant", "maintaining", "decreasing", "assignable", "behavior", "unfolding"};
  return std::ranges::find(kWords, word) != kWords.end();
}

}  // namespace fencepost::compiler::contract
