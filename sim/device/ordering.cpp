// What orders single threads: warp barriers, fences, the orders and scopes of atomic operations.
#include "sim/device/entry.h"
#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

using fencepost::sim::assert_told_order;
using fencepost::sim::current;
using fencepost::sim::WarpRequest;

extern "C" {

void fencepost_at___syncwarp(std::uint64_t mask, const void* pc) {
  if (!current.in_kernel) return;
  assert_told_order();
  current.runner->warp_operation(
      {.kind = WarpRequest::Kind::kSync, .mask = fencepost::sim::lanes_given(mask), .pc = pc}, {});
}
FENCEPOST_ENTRY("rsi", void, __syncwarp, (std::uint64_t mask), (mask, FENCEPOST_CALLER));

void fencepost_fence(int scope, int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!current.in_kernel) return;
  assert_told_order();
  const bool is_alone = current.runner->cluster() == nullptr;  // Then its cluster is the block.
  current.runner->strong_operation({}, FENCEPOST_CALLER);
  fencepost::sim::observers().accesses->on_fence(
      {.of_block = scope == 0 || (scope == 3 && is_alone),
       .of_cluster = scope == 3 && !is_alone,
       .acquires = order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order >= __ATOMIC_ACQ_REL,
       .releases = order >= __ATOMIC_RELEASE,
       .sequential = order == __ATOMIC_SEQ_CST});
}

void fencepost_proxy_fence() {
  if (current.in_kernel) fencepost::sim::observers().accesses->on_proxy_fence();
}

void fencepost_await_primary() {
  if (current.in_kernel) fencepost::sim::observers().streams->on_primary_awaited();
}

void fencepost_atomic_order(int bits) {
  assert_told_order();
  if (current.in_kernel) current.order = static_cast<std::uint8_t>(bits);
}

}  // extern "C"
