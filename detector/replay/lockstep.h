// The threads of a warp in lockstep: steps of it, each a line of the source that some of its lanes execute together.
//
// As the profile has it (detector/profile/warp_replay.h): those lanes go on whose next basic block is deepest in calls
// and, among these, at the lowest address. In programs that do not tell basic blocks each access stands for one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "detector/replay/event.h"
#include "sim/interface/warp_size.h"

namespace fencepost::detector {

/// The same access by several lanes.
struct ReplayAccess {
  std::uint8_t kind = 0;  ///< AccessBits.
  std::uint32_t array = 0;
  sim::LaneBits lanes = 0;
  std::vector<const ReplayEvent*> events;  ///< Of each lane, in order.
};

struct ReplayStep {
  std::uint32_t line = 0;  ///< Number of the line, as `line_of` names it.
  sim::LaneBits lanes = 0;
  std::vector<ReplayAccess> accesses;
};

/// What the lanes of one warp did in one interval, `lanes[i]` being the events of lane i, in steps. `line_of`: the line
/// of a `pc`.
std::vector<ReplayStep> in_lockstep(std::span<const std::vector<const ReplayEvent*>> lanes,
                                    const std::function<std::uint32_t(std::uint32_t pc)>& line_of);

}  // namespace fencepost::detector
