// Guards that let one thread too many through, of kernels whose arrays have sizes that nobody gave.
#pragma once

#include <string>
#include <vector>

#include "cli/fuzz/inputs/space.h"
#include "cli/fuzz/runner.h"
#include "detector/model/finding.h"

namespace fencepost::cli {

/// `if (idx > N) return;`: in launches of more threads, N + 1 of them use the arrays. Whether these have room for that
/// is not known: a question, not a finding.
struct LooseGuard {
  std::string number;              ///< `N`
  std::vector<std::string> sizes;  ///< `residual=[N * C]`: with these, thread N goes beyond, and no other.
  detector::Location place;        ///< Where, in the first of them.
  std::string input;               ///< An input that shows it.
};

/// Runs the kernel, some hundred times at most, with each whole number in turn smaller than the number of threads, and
/// each guessed array as large as it and products of it with other numbers: there is such a guard if with three
/// different numbers the thread of that number goes beyond the array, and nobody does if the number is one larger.
/// `base`: what nothing else is said of stays as in it. The same for any number of processes at a time.
std::vector<LooseGuard> loose_guards(const FuzzSpace& space, FuzzRunner& runner, const FuzzInput& base);

}  // namespace fencepost::cli
