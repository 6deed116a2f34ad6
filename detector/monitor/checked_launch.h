// The launch that runs, as the observers of its threads know it.
#pragma once

#include <memory>

#include "detector/order/ordered_log.h"
#include "detector/sampling/sampling.h"
#include "detector/streams/check.h"

namespace fencepost::detector {

/// Written by LaunchMonitor when a launch begins and ends, read in between by any thread.
struct CheckedLaunch {
  bool checking = false;                   ///< It matches --kernel.
  std::unique_ptr<OrderedLaunch> ordered;  ///< If threads may be ordered by more than barriers.
  Sampling sampling;                       ///< Of the launches that match.
  FootprintWanted footprint = FootprintWanted::kNothing;
};

}  // namespace fencepost::detector
