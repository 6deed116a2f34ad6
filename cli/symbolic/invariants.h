// Invariants of loops: guessed, then proved by induction.
#pragma once

#include "cli/symbolic/kernel_facts.h"
#include "cli/symbolic/solve.h"

namespace fencepost::cli::symbolic {

/// Fills facts.invariants: of each integer at a loop's header, signs and comparisons with what it began with. All are
/// assumed, those that the first iteration or a step contradicts are dropped, until none is (Houdini; Flanagan and
/// Leino, FME 2001).
void find_invariants(KernelFacts& facts, const Limits& limits);

}  // namespace fencepost::cli::symbolic
