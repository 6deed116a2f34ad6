// Barriers of cooperative groups that no other function has: of tiles larger than a warp, and the block's in two parts.
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/device/tile_meeting.h"
#include "sim/device/told_order.h"
#include "sim/interface/observer.h"

using fencepost::sim::assert_told_order;
using fencepost::sim::BlockRunner;
using fencepost::sim::current;
using fencepost::sim::observers;
using fencepost::sim::ThreadRank;

namespace {

thread_local fencepost::sim::TileMeetings tiles;

/// The barrier of the running block, in two parts.
struct SplitBarrier {
  std::pair<std::uint64_t, fencepost::sim::BlockRank> of{0, 0};  ///< Launch and block.
  std::uint32_t arrived = 0;
  unsigned phase = 0;
  std::vector<ThreadRank> waiting;
};
thread_local SplitBarrier split;

SplitBarrier& made_for_block(SplitBarrier& split) {
  const BlockRunner& runner = *current.runner;
  const std::pair of{runner.launch()->number, runner.block()};
  if (split.of != of) split = {of};
  return split;
}

/// Returns the phase.
unsigned arrive(SplitBarrier& barrier) {
  const unsigned phase = barrier.phase;
  const bool completes = ++barrier.arrived == current.runner->launch()->block.count();
  observers().accesses->on_arrive(&barrier, true, completes);
  if (completes) {
    ++barrier.phase;
    barrier.arrived = 0;
    for (const ThreadRank thread : barrier.waiting) current.runner->wake(thread);
    barrier.waiting.clear();
  }
  return phase;
}

void wait(SplitBarrier& barrier, unsigned phase, const void* pc) {
  if (barrier.phase == phase) {
    barrier.waiting.push_back(current.thread);
    current.runner->park(pc);
  }
  observers().accesses->on_pass(&barrier, true);
}

}  // namespace

extern "C" {

void fencepost_tile_barrier(unsigned first, unsigned count) {
  if (!current.in_kernel) return;
  assert_told_order();
  tiles.meet(first, count, __builtin_return_address(0),
             [](const std::vector<ThreadRank>& threads) { observers().accesses->on_group_barrier(threads); });
}

unsigned fencepost_block_arrive() {
  if (!current.in_kernel) return 0;
  assert_told_order();
  return arrive(made_for_block(split));
}

void fencepost_block_wait(unsigned phase) {
  if (!current.in_kernel) return;
  assert_told_order();
  wait(made_for_block(split), phase, __builtin_return_address(0));
}

}  // extern "C"
