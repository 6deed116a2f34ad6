// Accesses where an interval has them.
#pragma once

#include <vector>

#include "cli/symbolic/interval_graph.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// An access in an interval.
struct Visit {
  int access = 0;
  int node = 0;
};

/// All of an interval, by node.
std::vector<Visit> visits_of(const compiler::SymbolicKernel& kernel, const IntervalGraph& interval);

/// Of each visit the first one, on all ways to it, that is of the same place: no thread comes to the visit, for some
/// element, that does not come there for the same one. It may be the visit itself.
std::vector<Visit> first_visits(const compiler::SymbolicKernel& kernel, const std::vector<Visit>& visits,
                                const IntervalGraph& interval);

}  // namespace fencepost::cli::symbolic
