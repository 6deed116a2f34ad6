#include "sim/device/named_barriers.h"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/device/told_order.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

namespace {

std::uint32_t warps_of_block() {
  return (static_cast<std::uint32_t>(current.runner->launch()->block.count()) + warp_size - 1) / warp_size;
}

}  // namespace

void NamedBarriers::begin_block_if_new() {
  const BlockRunner& runner = *current.runner;
  const std::pair of{runner.launch()->number, runner.block()};
  if (of == of_) return;
  of_ = of;
  barriers_.fill({});
}

void NamedBarriers::come(const Use& use, const void* pc) {
  begin_block_if_new();
  BlockRunner& runner = *current.runner;
  const Waiter here{current.thread, pc};
  if (use.number >= kCount) return observers().barriers->on_barrier_misuse(BarrierMisuse::kNumber, {&here, 1});
  const bool all = use.threads == 0;
  if (use.threads % warp_size != 0 || (all && !use.waits)) {
    observers().barriers->on_barrier_misuse(BarrierMisuse::kThreads, {&here, 1});
  }
  Barrier& barrier = barriers_.at(use.number);
  if (barrier.used++ == 0) {
    barrier.threads = use.threads;
    barrier.first = here;
  } else if (barrier.threads != use.threads) {
    std::array<Waiter, 2> both{barrier.first, here};
    if (here.thread < barrier.first.thread) std::swap(both[0], both[1]);
    observers().barriers->on_barrier_misuse(BarrierMisuse::kThreadsDiffer, both);
    barrier.threads = std::max(barrier.threads, use.threads);
  }
  const ThreadRank thread = current.thread;
  const std::uint32_t warp = thread / warp_size;
  const LaneBits lane = LaneBits{1} << (thread % warp_size);
  barrier.come.at(warp) |= lane;
  if (use.waits) barrier.wait.at(warp) |= lane;
  observers().accesses->on_arrive(&barrier, true, false);
  gone_on_ = false;
  arrive_if_complete(barrier, warp);
  if (!gone_on_) runner.park(pc);
}

/// Lets the lanes that need not wait go on.
void NamedBarriers::arrive_if_complete(Barrier& barrier, std::uint32_t warp) {
  LaneBits& come = barrier.come.at(warp);
  if (come == 0 || come != current.runner->living_lanes(warp)) return;
  const LaneBits waits = std::exchange(barrier.wait.at(warp), 0);
  for (LaneBits rest = std::exchange(come, 0); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const ThreadRank thread = warp * warp_size + lane;
    if ((waits >> lane & 1) != 0) {
      barrier.waiting.push_back(thread);
    } else {
      wake(thread);
    }
  }
  ++barrier.warps;
  barrier.arrived |= std::uint32_t{1} << warp;
  open_if_complete(barrier);
}

void NamedBarriers::open_if_complete(Barrier& barrier) {
  bool complete = true;
  if (barrier.threads != 0) {
    complete = barrier.warps * warp_size >= barrier.threads;
  } else {
    for (std::uint32_t warp = 0; warp < warps_of_block(); ++warp) {
      if ((barrier.arrived >> warp & 1) == 0 && current.runner->living_lanes(warp) != 0) complete = false;
    }
  }
  if (!complete || barrier.warps == 0) return;
  std::ranges::sort(barrier.waiting);
  observers().accesses->on_open(&barrier, barrier.waiting);
  for (const ThreadRank thread : barrier.waiting) wake(thread);
  // Lanes of a warp that has not come as a whole belong to the next round.
  const Barrier before = std::exchange(barrier, {});
  barrier.come = before.come;
  barrier.wait = before.wait;
  barrier.threads = before.threads;
  barrier.first = before.first;
  for (const LaneBits lanes : before.come) barrier.used += static_cast<std::uint32_t>(std::popcount(lanes));
}

void NamedBarriers::wake(ThreadRank thread) {
  if (thread == current.thread) {
    gone_on_ = true;
  } else {
    current.runner->wake(thread);
  }
}

void NamedBarriers::on_exit(ThreadRank thread) {
  begin_block_if_new();
  for (Barrier& barrier : barriers_) {
    if (barrier.used == 0) continue;
    arrive_if_complete(barrier, thread / warp_size);
    open_if_complete(barrier);
  }
}

}  // namespace fencepost::sim

namespace {

thread_local fencepost::sim::NamedBarriers barriers;

void on_exit(fencepost::sim::ThreadRank thread) { barriers.on_exit(thread); }

}  // namespace

extern "C" {

void fencepost_named_barrier(unsigned number, unsigned threads, bool waits) {
  using fencepost::sim::current;
  if (!current.in_kernel) return;
  fencepost::sim::assert_told_order();
  const void* const pc = __builtin_return_address(0);
  // The block's own barrier is number 0.
  const bool all = threads == 0 || threads >= current.runner->launch()->block.count();
  if (number == 0 && all && waits) {
    current.runner->barrier(pc);
    return;
  }
  current.runner->watch_exits(on_exit);
  barriers.come({.number = number, .threads = threads, .waits = waits}, pc);
}

}  // extern "C"
