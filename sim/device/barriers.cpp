// Barriers of the block and the grid, and warp operations, as device code calls them.
#include <bit>
#include <cstdint>
#include <utility>

#include "sim/device/entry.h"
#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/atomic_hook.h"
#include "sim/interface/current.h"
#include "sim/interface/host_watch.h"

using fencepost::sim::BlockRunner;
using fencepost::sim::current;
using fencepost::sim::lanes_given;
using fencepost::sim::WarpOperand;
using fencepost::sim::WarpRequest;

namespace {

/// In a mode or an op: WarpRequest::open.
constexpr int kOpen = 8;

int reducing_barrier(const void* pc, BlockRunner::Reduce reduce, int predicate) {
  return current.in_kernel ? current.runner->reducing_barrier(pc, reduce, predicate) : 0;
}

WarpRequest shuffle(int mode, std::uint64_t mask, unsigned width, const void* pc) {
  return {.kind = WarpRequest::Kind::kShuffle,
          .op = static_cast<std::uint8_t>(mode & ~kOpen),
          .open = (mode & kOpen) != 0,
          .width = width,
          .mask = lanes_given(mask),
          .pc = pc};
}

WarpRequest vote(int op, std::uint64_t mask, const void* pc) {
  return {.kind = WarpRequest::Kind::kVote,
          .op = static_cast<std::uint8_t>(op & ~kOpen),
          .open = (op & kOpen) != 0,
          .mask = lanes_given(mask),
          .pc = pc};
}

WarpRequest gather(std::uint64_t mask, const void* pc) {
  return {.kind = WarpRequest::Kind::kGather, .mask = lanes_given(mask), .pc = pc};
}

WarpOperand gathering(unsigned long long value, unsigned long long* out) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  return {.value = value, .gathered = reinterpret_cast<std::uint64_t*>(out)};
}

std::uint64_t warp_operation(const WarpRequest& request, const WarpOperand& operand) {
  return current.in_kernel ? current.runner->warp_operation(request, operand) : 0;
}

}  // namespace

extern "C" {

void fencepost_at___syncthreads(const void* pc) {
  if (current.in_kernel) current.runner->barrier(pc);
}
int fencepost_at___syncthreads_count(int predicate, const void* pc) {
  return reducing_barrier(pc, BlockRunner::Reduce::kCount, predicate);
}
int fencepost_at___syncthreads_and(int predicate, const void* pc) {
  return reducing_barrier(pc, BlockRunner::Reduce::kAnd, predicate);
}
int fencepost_at___syncthreads_or(int predicate, const void* pc) {
  return reducing_barrier(pc, BlockRunner::Reduce::kOr, predicate);
}
FENCEPOST_ENTRY("rdi", void, __syncthreads, (), (FENCEPOST_CALLER));
FENCEPOST_ENTRY("rsi", int, __syncthreads_count, (int predicate), (predicate, FENCEPOST_CALLER));
FENCEPOST_ENTRY("rsi", int, __syncthreads_and, (int predicate), (predicate, FENCEPOST_CALLER));
FENCEPOST_ENTRY("rsi", int, __syncthreads_or, (int predicate), (predicate, FENCEPOST_CALLER));

void fencepost_grid_barrier() {
  if (current.in_kernel) current.runner->grid_barrier(FENCEPOST_CALLER);
}
bool fencepost_grid_has_barrier() { return current.in_kernel && current.runner->launch()->cooperative; }

// Masks and what is returned for lanes have 64 bits here: kernels whose warps have 32 lanes give and take the lower
// half (sim/include/fencepost_device.h).

unsigned long long fencepost_at_fencepost_shuffle(int mode, std::uint64_t mask, unsigned long long bits,
                                                  unsigned lane_or_delta, unsigned width, const void* pc) {
  return warp_operation(shuffle(mode, mask, width, pc), {.value = bits, .lane_or_delta = lane_or_delta});
}
FENCEPOST_ENTRY("r9", unsigned long long, fencepost_shuffle,
                (int mode, std::uint64_t mask, unsigned long long bits, unsigned lane_or_delta, unsigned width),
                (mode, mask, bits, lane_or_delta, width, FENCEPOST_CALLER));

std::uint64_t fencepost_at_fencepost_vote(int op, std::uint64_t mask, int predicate, const void* pc) {
  return warp_operation(vote(op, mask, pc), {.value = predicate != 0 ? 1U : 0U});
}
FENCEPOST_ENTRY("rcx", std::uint64_t, fencepost_vote, (int op, std::uint64_t mask, int predicate),
                (op, mask, predicate, FENCEPOST_CALLER));

/// `out`: as many as a warp has lanes.
std::uint64_t fencepost_warp_gather(std::uint64_t mask, unsigned long long value, unsigned long long* out) {
  return warp_operation(gather(mask, FENCEPOST_CALLER), gathering(value, out));
}

std::uint64_t fencepost_warp_match(bool all, std::uint64_t mask, unsigned long long value) {
  unsigned long long values[fencepost::sim::kLargestWarpSize];
  const std::uint64_t lanes = warp_operation(gather(mask, FENCEPOST_CALLER), gathering(value, values));
  std::uint64_t same = 0;
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    if (values[std::countr_zero(rest)] == value) same |= rest & -rest;
  }
  if (!all) return same;
  return same == lanes ? lanes_given(mask) : 0;
}

/// What kernels call that are loops over threads (compiler/threads/split_kernels.cpp). False: they stop, and others of
/// the warp come to the same place, before fencepost_answer(). `number`: see BlockRunner::ask().
bool fencepost_ask_shuffle(int mode, std::uint64_t mask, unsigned long long bits, unsigned lane_or_delta,
                           unsigned width, unsigned number) {
  return current.runner->ask(shuffle(mode, mask, width, FENCEPOST_CALLER),
                             {.value = bits, .lane_or_delta = lane_or_delta}, number);
}
bool fencepost_ask_vote(int op, std::uint64_t mask, int predicate, unsigned number) {
  return current.runner->ask(vote(op, mask, FENCEPOST_CALLER), {.value = predicate != 0 ? 1U : 0U}, number);
}
bool fencepost_ask_gather(std::uint64_t mask, unsigned long long value, unsigned long long* out, unsigned number) {
  return current.runner->ask(gather(mask, FENCEPOST_CALLER), gathering(value, out), number);
}
bool fencepost_ask_sync(std::uint64_t mask, unsigned number) {
  fencepost::sim::assert_told_order();
  return current.runner->ask({.kind = WarpRequest::Kind::kSync, .mask = lanes_given(mask), .pc = FENCEPOST_CALLER}, {},
                             number);
}
unsigned long long fencepost_answer() { return current.runner->answer(); }

std::uint64_t fencepost_activemask() {
  return warp_operation({.kind = WarpRequest::Kind::kActiveMask, .pc = FENCEPOST_CALLER}, {});
}

void fencepost_yield() {
  if (current.in_kernel) current.runner->yield(FENCEPOST_CALLER);
}

[[noreturn]] void fencepost_trap() {
  if (!current.in_kernel) __builtin_trap();
  fencepost::sim::stop_launch(
      {.reason = fencepost::sim::StopReason::kTrap, .pc = FENCEPOST_CALLER, .text = "__trap()"});
}

[[noreturn]] void fencepost_exit_thread() {
  if (!current.in_kernel) __builtin_trap();
  current.runner->exit_thread();
}

bool fencepost_is_local(const void* address) { return current.in_kernel && current.runner->is_local(address); }

}  // extern "C"

namespace fencepost::sim {

void before_atomic(const void* address, std::size_t bytes, AtomicKind kind, const void* pc) {
  if (!current.in_kernel) {
    if (host_watch.contains(address)) {
      observers().streams->on_host_access(address, bytes, kind != AtomicKind::kLoad, true, pc);
    }
    return;
  }
  // Of this operation, not of those that others come to before it is announced.
  const unsigned order = std::exchange(current.order, kRelaxed);
  inlined_checks::Place* const place = std::exchange(current.place, nullptr);
  const bool of_cluster = (order & kOrdersClusterOnly) != 0;
  const bool is_alone = current.runner->cluster() == nullptr;
  // Others run before the observer hears of the operation, not between that and the operation itself.
  if ((order & kInPassing) == 0) current.runner->strong_operation({address, bytes, (order & kResultUnused) == 0}, pc);
  observers().accesses->on_atomic({.address = address,
                                   .bytes = bytes,
                                   .reads = kind != AtomicKind::kStore,
                                   .writes = kind != AtomicKind::kLoad,
                                   .acquires = (order & kAcquires) != 0,
                                   .releases = (order & kReleases) != 0,
                                   .of_block = (order & kOrdersBlockOnly) != 0 || (of_cluster && is_alone),
                                   .of_cluster = of_cluster && !is_alone,
                                   .replaces = kind == AtomicKind::kExchange,
                                   .place = place,
                                   .pc = pc});
}

void before_packed_update(const void* address, std::size_t bytes, std::size_t elements, const void* pc) {
  if (!current.in_kernel) return before_atomic(address, bytes, AtomicKind::kUpdate, pc);
  current.runner->strong_operation({address, bytes}, pc);
  for (std::size_t i = 0; i < elements; ++i) {
    observers().accesses->on_atomic({.address = static_cast<const std::byte*>(address) + i * (bytes / elements),
                                     .bytes = bytes / elements,
                                     .reads = true,
                                     .writes = true,
                                     .pc = pc});
  }
}

}  // namespace fencepost::sim
