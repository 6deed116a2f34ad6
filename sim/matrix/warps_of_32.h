// Instructions for matrices are made for warps of 32 threads.
#pragma once

#include "sim/engine/engine.h"
#include "sim/interface/warp_size.h"

namespace fencepost::sim {

/// Ends the launch at `pc` where warps have 64.
inline void require_warps_of_32(const void* pc) {
  if (warp_size == kWarpSize) return;
  stop_launch({.reason = StopReason::kUnsupported, .pc = pc, .text = "a product of matrices in wavefronts of 64"});
}

}  // namespace fencepost::sim
