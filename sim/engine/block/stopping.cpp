// How a block's run ends before its threads have returned.
#include <utility>

#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

/// Keeps the stop of the lowest-ranked thread.
void BlockRunner::adopt(Stop stop) {
  if (stopped_ && stop_.thread <= stop.thread) return;
  stop.block = block_;
  stop_ = std::move(stop);
  stopped_ = true;
}

void BlockRunner::fail(Stop stop) {
  {
    const BusySection busy;
    adopt(std::move(stop));
    observers().launches->on_thread_failed();
  }
  exit_thread();
}

void BlockRunner::abandon(Stop stop) {
  adopt(std::move(stop));
  current.in_kernel = false;
  Context grave;
  host_.resume_from(grave);
  __builtin_unreachable();
}

/// After abandon() and exit_thread(): no suspended flow of control may ever be resumed; their stacks are free for new
/// ones.
void BlockRunner::reset_fibers() {
  idle_.clear();
  fibers_.clear();
  for (Slot& slot : slots_) slot.context = Context();
}

}  // namespace fencepost::sim
