// The lanes of a warp in lockstep: from what each thread did by itself to what a warp would have done.
//
// At each step the lanes whose next basic block is deepest in calls, and among those the one at the lowest address,
// execute it together; the others wait. With the code laid out so that a block where branches meet again stands behind
// both (the driver sees to that), lanes meet at the first place where they can.
//
// Sources: Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011; Collange, "Stack-less SIMT
// reconvergence at low cost", 2011 (the rule on calls). Hardware may do otherwise: its reconvergence is not documented.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/model/profile.h"
#include "detector/profile/lane_trace.h"
#include "detector/profile/traffic.h"
#include "sim/interface/warp_size.h"

namespace fencepost::detector {

/// What happened at each address of code: blocks by the address of their first instruction, accesses by their return
/// address.
using CountsByPc = std::unordered_map<std::uint32_t, ProfileCounts>;

/// Not thread-safe. Needs no stack to speak of, so that it may run on a CUDA thread's.
class WarpReplay {
 public:
  /// Replays one barrier interval of one warp and adds what it cost to `counts`. `lanes`: at most a warp's, in order;
  /// missing ones count as inactive, as do those that have nothing more to do. Returns false if a lane's trace was cut:
  /// the replay ends where that lane's events end.
  bool replay(std::span<const LaneTrace> lanes, CountsByPc& counts);

 private:
  struct Cursor {
    const LaneEvent* at;
    const LaneEvent* end;
    std::uint32_t times;  ///< Times that the block at `at` is still to be entered.
    bool cut;
  };

  [[nodiscard]] sim::LaneBits next_lanes() const;
  [[nodiscard]] bool cut_ended() const;
  void step(sim::LaneBits lanes, CountsByPc& counts);
  void access(sim::LaneBits lanes, CountsByPc& counts);

  std::array<Cursor, sim::kLargestWarpSize> cursors_{};
  std::uint32_t lane_count_ = 0;
  std::vector<LaneAccess> accesses_;
};

}  // namespace fencepost::detector
