// A mutex for what host code calls: a signal handler may come while it is held.
#pragma once

#include <atomic>
#include <mutex>

namespace fencepost::sim {

/// A handler that calls the runtime in the middle of another of its calls, which CUDA does not allow, would wait for
/// ever for the thread that it has interrupted. Here it ends the process with a message and the report. Thread safety:
/// that of std::mutex.
class HostMutex {
 public:
  void lock() {
    if (owner_.load(std::memory_order_relaxed) == &held_by_thread) end_for_handler();
    ++held_by_thread;
    mutex_.lock();
    owner_.store(&held_by_thread, std::memory_order_relaxed);
  }
  void unlock() {
    owner_.store(nullptr, std::memory_order_relaxed);
    mutex_.unlock();
    --held_by_thread;
  }
  /// How many the calling OS thread holds or waits for. A callback that finds one is in a handler: it must let be what
  /// they protect.
  static unsigned held() { return held_by_thread; }

 private:
  [[noreturn]] static void end_for_handler();

  inline static __thread unsigned held_by_thread = 0;
  std::mutex mutex_;
  std::atomic<const unsigned*> owner_{nullptr};
};

}  // namespace fencepost::sim
