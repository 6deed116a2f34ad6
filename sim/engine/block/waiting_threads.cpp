// What is told of threads that wait: that they are at different barriers, or that they will never go on.
#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

/// No thread of the block will ever go on, because of those of ranks [first, first + count).
void BlockRunner::stand_still(std::uint32_t first, std::uint32_t count) {
  assert(is_sound());
  if (stopped_) abandon(stop_);  // No wonder: a thread the others wait for has failed.
  {
    BusySection busy;
    const std::vector<Waiter> all = waiters();
    observers().barriers->on_deadlock(std::span(all).subspan(first, std::min(count, count_ - first)));
  }
  abandon({.reason = StopReason::kDeadlock, .thread = current.thread, .pc = slots_[current.thread].pc});
}

void BlockRunner::tell_divergence(const void* pc) {
  assert(is_sound());
  const auto key = std::pair(pc, barriers_differ_ ? barrier_pc_ : nullptr);
  if (std::find(divergences_told_.begin(), divergences_told_.end(), key) != divergences_told_.end()) return;
  BusySection busy;
  divergences_told_.push_back(key);
  observers().barriers->on_barrier_divergence(waiters());
}

std::vector<Waiter> BlockRunner::waiters() const {
  std::vector<Waiter> all(count_);
  for (std::uint32_t i = 0; i < count_; ++i) {
    const bool at_warp = (lane_waiting_[warp_of(i)] >> lane_of(i) & 1) != 0;
    const bool spins = looked_.contains(i) && runnable_.contains(i);
    const void* pc = spins ? looks_[i].pc : slots_[i].pc;
    all[i] = {i, exited_.contains(i) ? nullptr : pc, at_warp ? requests_[i].mask : 0, spins};
  }
  return all;
}

/// The first invariant. Who is in none of the sets is parked.
bool BlockRunner::is_sound() const {
  std::uint32_t lanes = 0;
  for (std::uint32_t warp = 0; first_of_warp(warp) < kMaxThreads; ++warp) {
    const LaneBits waiting = lane_waiting_[warp];
    lanes += static_cast<std::uint32_t>(std::popcount(waiting));
    if ((waiting & (lanes_in(runnable_, warp) | lanes_in(waiting_, warp) | lanes_in(exited_, warp))) != 0) return false;
  }
  return !runnable_.meets(waiting_) && !runnable_.meets(exited_) && !waiting_.meets(exited_) &&
         waiting_.count() == waiting_count_ && exited_.count() == exited_count_ && lanes == lanes_waiting_ &&
         runnable_.count() + waiting_count_ + exited_count_ + lanes <= count_;
}

}  // namespace fencepost::sim
