// OS threads for blocks that wait for each other; reused by later launches, as what a block needs of one is dear.
#pragma once

#include <cstddef>
#include <functional>

namespace fencepost::sim {

/// The static TLS of a program with many `__shared__` arrays lies on the thread's stack mapping.
inline constexpr std::size_t kWorkerStackBytes = 32 * 1024 * 1024;

/// Runs `work` on an OS thread that does nothing else meanwhile. False if there is none to be had. Thread safety: full.
bool run_on_parked_thread(std::function<void()> work);

}  // namespace fencepost::sim
