// From the touches of one block to permission patterns.
#pragma once

#include <vector>

#include "detector/model/permission_pattern.h"
#include "detector/shadow/touch.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// What a block did between two of its barriers.
struct IntervalTouches {
  const void* after = nullptr;  ///< Return address of the barrier before it; null: kernel entry.
  TouchSet touches;
};

/// The patterns of every object that was touched, in the order of first interval, then address. Memory of no known
/// object is left out. While the launch's memory is still allocated. Thread safety: any thread.
std::vector<PermissionPattern> build_patterns(const sim::LaunchInfo& launch, sim::BlockRank block,
                                              std::vector<IntervalTouches>& intervals);

}  // namespace fencepost::detector
