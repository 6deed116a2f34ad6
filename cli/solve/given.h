// What arrays held when their kernel began: as ghost parameters, where clauses need what no thread could read by
// itself, and as conditions.
//
// As the ghost copy of the prefix sums in: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort",
// University of Twente, 2020, section 5.1.
#pragma once

#include "cli/solve/solve.h"

namespace fencepost::cli::infer {

/// Adds the sequences that clauses of kernels name, and what each thread's clauses must say of them. Clauses that need
/// one of which the threads cannot tell all elements are explained no longer. Kernels of one block only.
void add_givens(Inference& inference);

/// Of each clause of a kernel's entry that gives `out[pos[x]]` where `flags[x]` is set, as the papers' compactions do:
/// if pos[x + 1] is pos[x] + flags[x] in all rows where there is another thread's x + 1, each thread says so, and may
/// read pos[x + 1]. Then positions never descend, and ascend behind a flag.
void add_prefix_sums(Inference& inference);

}  // namespace fencepost::cli::infer
