// What the threads of a launch launch themselves, and which of their own accesses race with that (CUDA C++ Programming
// Guide, "CUDA Dynamic Parallelism", Memory Consistency).
//
// A grid comes after what its launching thread did, and knew of, before the launch; nothing of the launch comes after
// the grid, unless a thread has waited for it. So it is to the order what an asynchronous copy is: done by an agent of
// the thread's. It runs when the launch is over (sim/child), and is then held against the accesses of the launch.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "detector/order/access_log.h"
#include "detector/shadow/footprint.h"

namespace fencepost::detector {

/// Of one launch. Thread safety: none.
class ChildRequests {
 public:
  using Request = std::uint64_t;

  void add(Request request, Moment at, SharedKnowledge known) {
    requests_.emplace(request, Point{at, std::move(known)});
  }
  [[nodiscard]] bool empty() const { return requests_.empty(); }
  void note_wait() { has_waited_ = true; }
  /// The end of `earlier` came before `later` was made.
  [[nodiscard]] bool is_awaited(Request earlier, Request later) const;

  /// Adds the accesses of the launch so far to what each_unordered() looks at. Does nothing if nothing was launched.
  void keep(const AccessLog& global);
  /// Calls `visit(own, of_child, word)` for each access of the launch that conflicts with one of what `request` did,
  /// and is not ordered with it. `threads`: of a block.
  void each_unordered(Request request, const Footprint& of_child, std::uint32_t threads,
                      const std::function<void(const FootprintRun&, const FootprintRun&, std::uint64_t)>& visit);

 private:
  struct Point {
    Moment at;
    SharedKnowledge known;
  };
  [[nodiscard]] static bool are_ordered(const TimedMoment& access, const Point& point);

  std::unordered_map<Request, Point> requests_;
  std::vector<Record> records_;
  std::vector<TimedMoment> moments_;
  bool sorted_ = true;
  bool has_waited_ = false;  ///< Some thread, for what was launched.
};

}  // namespace fencepost::detector
