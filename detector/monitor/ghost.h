// Runs the checks of <fencepost/ghost.h>.
#pragma once

#include "sim/interface/observer.h"

namespace fencepost::detector {

/// True if some check exists: one load.
bool ghost_checks_exist();
/// A check runs on the calling OS thread: it may look at the device's memory.
bool ghost_check_runs();

/// Runs the checks for the running block, if there are any for it, at the end of interval `interval`. `barrier_pc`:
/// null at the block's end. On the worker; nothing that a check does counts as an access of the kernel.
void run_ghost_checks(const sim::LaunchInfo& launch, sim::BlockRank block, std::uint32_t interval,
                      const void* barrier_pc);

}  // namespace fencepost::detector
