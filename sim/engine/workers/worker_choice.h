// By how many OS threads a launch's blocks are run: one may be faster than all.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

namespace fencepost::sim {

/// What launches that take as long as each other have in common, as far as is known before they run.
struct LaunchShape {
  const void* kernel = nullptr;
  std::uint64_t blocks = 0, threads = 0;
  auto operator<=>(const LaunchShape&) const = default;
};

/// Chooses between one worker and all, by how long launches of a shape took. Workers that change the same cache lines,
/// by atomic operations on few words, or that are woken for microseconds, are slower than one that need not care. What
/// is slower is tried again now and then, for a fiftieth of the time: the machine may have been busy. Thread safety:
/// none.
class WorkerChoice {
 public:
  /// One worker runs the next launch of this shape; else `all` of them, of which there are more.
  [[nodiscard]] bool wants_one(const LaunchShape& shape, unsigned all);
  /// That launch has ended, after so many seconds.
  void took(const LaunchShape& shape, bool by_one, double seconds);

 private:
  struct Known {
    double one = 0, all = 0;  ///< Seconds of a launch; 0: not tried.
    double saved_up = 0;      ///< Seconds for trials, but the first.
    unsigned longer = 0;      ///< Launches in a row, than usual.
    bool launched = false, tried = false, one_is_faster = false;
  };
  double saved_up_ = 0.2;  ///< For the first trials of all shapes.
  std::map<LaunchShape, Known> known_;
};

}  // namespace fencepost::sim
