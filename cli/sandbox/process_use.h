// What the processes below this one use.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace fencepost::cli {

struct ProcessUse {
  std::vector<pid_t> processes;  ///< Without this one.
  std::uint64_t tasks = 0;       ///< Their threads, and so at least one each.
  std::uint64_t memory = 0;      ///< Bytes in memory; what several share counts for each.
};

/// The bytes of memory of processes; what several of all processes share counts for each by its part (Pss of
/// proc_pid_smaps(5)). It takes longer than use_below_this(). One that keeps others from reading its parts, as any may
/// (PR_SET_DUMPABLE), counts with all.
std::uint64_t memory_by_parts(const std::vector<pid_t>& processes);

/// Of all processes below this one, whoever has started them, those of other namespaces included.
ProcessUse use_below_this();

/// Ends them with SIGKILL and waits for them; also those that are started meanwhile. Of this process no other thread
/// may wait for children.
void end_all_below_this();

}  // namespace fencepost::cli
