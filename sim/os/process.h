// Processes of this machine. Thread safety: full.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace fencepost::sim {

/// When the process began: numbers of processes are used again. 0: there is none, or it has ended, whether or not
/// somebody has asked for its status.
std::uint64_t beginning_of_process(pid_t process);

}  // namespace fencepost::sim
