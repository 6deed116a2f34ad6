// A mutex for what host code calls: a signal handler may come while it is held.
#pragma once

#include <array>
#include <atomic>
#include <mutex>

namespace fencepost::sim {

/// A handler that calls the runtime in the middle of another of its calls, which CUDA does not allow, would wait for
/// ever for the thread that it has interrupted. Here it ends the process with a message and the report. Thread safety:
/// that of std::mutex.
class HostMutex {
 public:
  void lock() {
    if (wanted_by_thread.has(this)) end_for_handler();
    wanted_by_thread.add(this);
    if (is_abandoned()) return;
    mutex_.lock();
  }
  void unlock() {
    if (!is_abandoned()) mutex_.unlock();
    wanted_by_thread.remove(this);
  }
  /// How many the calling OS thread holds or waits for. A callback that finds one is in a handler: it must let be what
  /// they protect.
  static unsigned held() { return wanted_by_thread.count; }
  /// For a crash: the calling OS thread goes no further. What it holds is as good as free for the others, which see
  /// what it has left of what that protects.
  static void abandon_own() { abandoned = &wanted_by_thread; }

 private:
  /// Of an OS thread: those that it holds or waits for, told before and after; a handler may come anywhere in between.
  struct Wanted {
    void add(const HostMutex* mutex) {
      const unsigned place = count;
      count = place + 1;  // A handler's own come behind it.
      if (place < places.size()) places[place] = mutex;
    }
    void remove(const HostMutex* mutex) {
      unsigned place = stored();
      while (place > 0 && places[place - 1] != mutex) --place;
      if (place > 0) {
        for (; place < stored(); ++place) places[place - 1] = places[place];
        places[place - 1] = nullptr;
      }
      count = count - 1;
    }
    bool has(const HostMutex* mutex) const {
      for (unsigned place = stored(); place > 0; --place) {
        if (places[place - 1] == mutex) return true;
      }
      return false;
    }
    unsigned stored() const { return count < places.size() ? count : places.size(); }

    volatile unsigned count;
    std::array<const HostMutex* volatile, 8> places;  ///< Deeper ones are counted alone.
  };

  [[noreturn]] static void end_for_handler();
  bool is_abandoned() const {
    const Wanted* const left = abandoned.load(std::memory_order_acquire);
    return left != nullptr && left->has(this);
  }

  inline static __thread Wanted wanted_by_thread;
  inline static std::atomic<const Wanted*> abandoned{nullptr};
  std::mutex mutex_;
};

}  // namespace fencepost::sim
