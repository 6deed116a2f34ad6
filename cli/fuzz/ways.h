// What a launch has to be like for a thread to go a way of a branch.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/symbolic/kernel_facts.h"
#include "cli/symbolic/solve.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// An element of an array when the kernel begins.
struct Cell {
  std::string array;
  std::uint64_t index = 0;
  std::int64_t value = 0;  ///< Signed.
  unsigned bits = 0;
};

/// A launch for which Z3 says that a thread goes there. It may be wrong: a loop's header stands for any iteration, what
/// the kernel itself has written for what an array began with, and what nothing is known of for anything.
struct Way {
  std::map<std::string, std::int64_t> values;  ///< "gridDim.x", "blockDim.y", "parameter n": those that matter.
  std::vector<Cell> cells;                     ///< That the thread reads.
};

/// Asks for each way of the kernel's branches once, in the order of the code. The same for the same calls.
class Ways {
 public:
  /// Both must outlive it. `fixed`: sizes of the launch that are what they are.
  Ways(const compiler::SymbolicKernel& kernel, FixedDimensions fixed);

  /// Of branches at these lines that were not asked for before; at most `most` questions.
  std::vector<Way> at(const std::set<std::uint32_t>& lines, std::size_t most);

 private:
  bool solve(int edge, Way& way);
  [[nodiscard]] std::vector<int> loads_of(int edge) const;

  const compiler::SymbolicKernel& kernel_;
  KernelFacts facts_;
  const IntervalGraph whole_;
  std::set<int> asked_;  ///< Edges.
};

}  // namespace fencepost::cli::symbolic
