// How much memory the process has taken, and how much there still is for it.
#pragma once

#include <cstdint>

namespace fencepost::sim {

/// In bytes. All 0 if the system does not say.
struct MemoryUse {
  std::uint64_t resident = 0;   ///< Of this process.
  std::uint64_t total = 0;      ///< Of the machine, or what the process's control group may take of it.
  std::uint64_t available = 0;  ///< That the system would still give, swap included.
};

/// Reads /proc and /sys/fs/cgroup (version 2), and allocates nothing: also where memory is short. Thread safety: any
/// thread.
MemoryUse memory_use();

/// Whether the process takes more than `limit`, or, if that is 0, so much that the system will soon end it: a quarter
/// of what there is at least, and next to nothing is left.
bool runs_out(const MemoryUse& use, std::uint64_t limit);

}  // namespace fencepost::sim
