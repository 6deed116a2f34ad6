// Addresses that operations of streams may still be using while the host runs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

/// Accesses of the host outside of the range need not be told to anyone. Empty most of the time: the test costs host
/// code two loads. Set by the observer; a thread that sees an old value tells too much, or too little of what another
/// thread has only just begun. Thread safety: any thread asks, set() is called by one at a time.
struct HostWatch {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> bytes{0};

  [[nodiscard]] bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - begin.load(std::memory_order_relaxed) <
           bytes.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool meets(const void* address, std::size_t count) const {
    const std::uintptr_t from = begin.load(std::memory_order_relaxed);
    const std::uintptr_t to = from + bytes.load(std::memory_order_relaxed);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at < to && from < at + count;
  }
  void set(std::uintptr_t from, std::uintptr_t to) {
    // What the host's code computes with it (compiler/checks/host_checks.cpp) does not overflow.
    constexpr std::size_t kMost = ~std::size_t{0} - 63;
    begin.store(from, std::memory_order_relaxed);
    bytes.store(to - from < kMost ? to - from : kMost, std::memory_order_relaxed);
  }
};
inline HostWatch host_watch;

/// Lets a launch that waits for the host go on (sim/runtime/resting/held_work.h), if there is one: for who sees the
/// host write what it looks at. On a thread of the program's, outside of the runtime. Null: no launch has ever waited.
inline std::atomic<void (*)()> let_waiting_launch_go_on{nullptr};

/// True once there is memory that host and device share: managed, pinned, registered. `__managed__` variables apart.
inline std::atomic<bool> host_shares_memory{false};

}  // namespace fencepost::sim
