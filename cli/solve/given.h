// Ghost parameters: what arrays held when their kernel began, as clauses need it that no thread could read by itself.
//
// As the ghost copy of the prefix sums in: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort",
// University of Twente, 2020, section 5.1.
#pragma once

#include "cli/solve/solve.h"

namespace fencepost::cli::infer {

/// Adds the sequences that clauses of kernels name, and what each thread's clauses must say of them. Clauses that need
/// one of which the threads cannot tell all elements are explained no longer. Kernels of one block only.
void add_givens(Inference& inference);

}  // namespace fencepost::cli::infer
