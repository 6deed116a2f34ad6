// What the host calls an allocation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Of an allocation that no kernel parameter points to: the host's variable, "d_in", "b.data"; if it is not known
/// "allocation 3", "array 3". Thread safety: any thread.
std::string allocation_name(const sim::Allocation&);

/// The calls that led to the allocation, innermost first; empty if they are not known, or it was made in a kernel.
std::vector<Location> allocation_stack(const sim::Allocation&);

/// The host's variable, from the source text of the calls that led to an allocation, innermost first. Empty unless the
/// text is clear: `cudaMalloc(&m.data, n)` in `Matrix make_matrix(int n)`, called by `Matrix b = make_matrix(4);`, is
/// "b.data". Names are followed for one such call; on a line with two allocations neither is known.
using SourceText = std::function<std::optional<std::string>(const Location&)>;
std::string allocated_variable(const std::vector<Location>& stack, const SourceText&);

}  // namespace fencepost::detector
