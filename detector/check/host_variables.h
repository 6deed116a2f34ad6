// Variables of the host that a kernel was handed the address of.
#pragma once

#include <cstdint>

#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Looks for them among the pointers that the launch passes, from now on until the next launch. To be called while no
/// kernel runs.
void find_host_variables(const sim::LaunchInfo&);

/// `address` lies in one of them. Nothing is known of those whose address reached the kernel in another way: in code
/// for both sides they may stand in for the device's. Thread safety: any worker, while the launch runs.
bool in_host_variable(std::uintptr_t address);

}  // namespace fencepost::detector
