// Barrier objects in memory (cuda::barrier, mbarrier) and asynchronous copies, as sim/include/fencepost_async.h
// declares them.
#include "sim/include/fencepost_async.h"

#include <algorithm>
#include <cstring>

#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/atomic_hook.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"

using fencepost::sim::assert_told_order;
using fencepost::sim::AtomicKind;
using fencepost::sim::BarrierMisuse;
using fencepost::sim::current;
using fencepost::sim::observers;

namespace {

/// FencepostBarrier, unpacked.
struct State {
  unsigned long long pending : 20;
  unsigned long long expected : 20;
  signed long long transactions : 21;
  unsigned long long phase : 3;
};
static_assert(sizeof(State) == sizeof(FencepostBarrier));

State state_of(const FencepostBarrier* barrier) {
  const unsigned long long bits = __atomic_load_n(&barrier->state, __ATOMIC_ACQUIRE);
  State state{};
  std::memcpy(&state, &bits, sizeof state);
  return state;
}

bool replace(FencepostBarrier* barrier, const State& before, const State& after) {
  unsigned long long from = 0;
  unsigned long long to = 0;
  std::memcpy(&from, &before, sizeof from);
  std::memcpy(&to, &after, sizeof to);
  return __atomic_compare_exchange_n(&barrier->state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// The object itself is accessed as an atomic one would be: initialised too late, it races.
void before_operation(const FencepostBarrier* barrier, AtomicKind kind, bool of_block, const void* pc) {
  assert_told_order();
  // Other blocks of a cluster may arrive, too.
  if (of_block && current.in_kernel && current.runner->cluster() == nullptr) {
    current.order = fencepost::sim::kOrdersBlockOnly;
  }
  fencepost::sim::before_atomic(&barrier->state, sizeof barrier->state, kind, pc);
}

void tell_misuse(BarrierMisuse what, const void* pc) {
  const fencepost::sim::Waiter here{current.thread, pc};
  if (current.in_kernel) observers().barriers->on_barrier_misuse(what, {&here, 1});
}

/// Takes `count` arrivals off; the last of a phase leave it without pending ones. Returns the state after.
State take_arrivals(FencepostBarrier* barrier, long count, bool drops, const void* pc) {
  for (;;) {
    const State before = state_of(barrier);
    State after = before;
    if (drops && after.expected != 0) --after.expected;
    const auto taken = std::min<unsigned long long>(before.pending, static_cast<unsigned long long>(count));
    after.pending = before.pending - taken;
    if (!replace(barrier, before, after)) continue;
    if (count < 0 || taken != static_cast<unsigned long long>(count)) tell_misuse(BarrierMisuse::kTooManyArrivals, pc);
    return after;
  }
}

/// Returns the state after.
State add_transactions(FencepostBarrier* barrier, long bytes, const void* pc) {
  for (;;) {
    const State before = state_of(barrier);
    State after = before;
    const long sum = static_cast<long>(before.transactions) + bytes;
    after.transactions = sum;
    if (!replace(barrier, before, after)) continue;
    if (after.transactions != sum) tell_misuse(BarrierMisuse::kTransactions, pc);
    return after;
  }
}

void begin_next_phase(FencepostBarrier* barrier) {
  for (;;) {
    const State before = state_of(barrier);
    State after = before;
    after.pending = before.expected;
    after.phase = before.phase + 1;
    if (replace(barrier, before, after)) return;
  }
}

/// Its phase lacks nothing.
bool is_complete(const State& state) { return state.pending == 0 && state.transactions == 0; }

/// True if it is. If not, other threads have run.
bool is_over(FencepostBarrier* barrier, unsigned phase, bool of_block, const void* pc) {
  before_operation(barrier, AtomicKind::kLoad, of_block, pc);
  if (state_of(barrier).phase != phase) return true;
  if (current.in_kernel) current.runner->wait_for_change({&barrier->state, sizeof barrier->state}, pc);
  return false;
}

unsigned arrive(FencepostBarrier* barrier, long count, bool drops, bool of_block, const void* pc) {
  before_operation(barrier, AtomicKind::kUpdate, of_block, pc);
  const State after = take_arrivals(barrier, count, drops, pc);
  const bool completes = is_complete(after);
  if (current.in_kernel) observers().accesses->on_arrive(barrier, of_block, completes);
  if (completes) begin_next_phase(barrier);
  return after.phase;
}

}  // namespace

#define FENCEPOST_CALLER __builtin_return_address(0)

extern "C" void fencepost_barrier_bring_at(FencepostBarrier* barrier, long bytes, const void* pc);
extern "C" void fencepost_barrier_arrive_tensor(FencepostBarrier* barrier, const void* pc);

extern "C" {

void fencepost_barrier_begin(const FencepostBarrier* barrier, long expected, bool of_block) {
  assert_told_order();
  if (!current.in_kernel) return;
  observers().accesses->on_barrier_init(barrier, of_block);
  if (expected < 1 || expected > fencepost_rt::kMostArrivals) {
    tell_misuse(BarrierMisuse::kExpectedCount, FENCEPOST_CALLER);
  }
}

unsigned fencepost_barrier_arrive(FencepostBarrier* barrier, long count, bool of_block) {
  return arrive(barrier, count, false, of_block, FENCEPOST_CALLER);
}

unsigned fencepost_barrier_arrive_relaxed(FencepostBarrier* barrier, long count, bool drops, bool of_block) {
  before_operation(barrier, AtomicKind::kUpdate, true, FENCEPOST_CALLER);
  const State after = take_arrivals(barrier, count, drops, FENCEPOST_CALLER);
  const bool completes = is_complete(after);
  if (current.in_kernel) {
    const bool is_alone = current.runner->cluster() == nullptr;
    observers().accesses->on_relaxed_arrive(barrier, of_block || is_alone);
    if (completes) observers().accesses->on_complete(barrier);
  }
  if (completes) begin_next_phase(barrier);
  return after.phase;
}

unsigned fencepost_barrier_arrive_and_drop(FencepostBarrier* barrier, bool of_block) {
  return arrive(barrier, 1, true, of_block, FENCEPOST_CALLER);
}

bool fencepost_barrier_arrive_uncompleted(FencepostBarrier* barrier, long count, bool drops, bool of_block,
                                          unsigned* phase) {
  before_operation(barrier, AtomicKind::kUpdate, of_block, FENCEPOST_CALLER);
  const State after = take_arrivals(barrier, count, drops, FENCEPOST_CALLER);
  const bool completes = is_complete(after);
  *phase = after.phase;
  if (current.in_kernel) {
    observers().accesses->on_arrive(barrier, of_block, false);
    if (completes) observers().accesses->on_completion_begin(barrier, of_block);
  }
  return completes;
}

void fencepost_barrier_complete(FencepostBarrier* barrier, bool of_block) {
  if (current.in_kernel) observers().accesses->on_completion_end(barrier, of_block);
  begin_next_phase(barrier);
}

void fencepost_barrier_expect(FencepostBarrier* barrier, long bytes) {
  before_operation(barrier, AtomicKind::kUpdate, true, FENCEPOST_CALLER);
  add_transactions(barrier, bytes, FENCEPOST_CALLER);
}

void fencepost_barrier_bring(FencepostBarrier* barrier, long bytes) {
  fencepost_barrier_bring_at(barrier, bytes, FENCEPOST_CALLER);
}

/// Likewise, for a copy at `pc`.
void fencepost_barrier_bring_at(FencepostBarrier* barrier, long bytes, const void* pc) {
  before_operation(barrier, AtomicKind::kUpdate, true, pc);
  const bool completes = is_complete(add_transactions(barrier, -bytes, pc));
  if (current.in_kernel) observers().accesses->on_transactions(barrier, completes);
  if (completes) begin_next_phase(barrier);
}

/// An arrival of what the thread has started in tensor memory (tcgen05.commit).
void fencepost_barrier_arrive_tensor(FencepostBarrier* barrier, const void* pc) {
  before_operation(barrier, AtomicKind::kUpdate, true, pc);
  const bool completes = is_complete(take_arrivals(barrier, 1, false, pc));
  if (current.in_kernel) observers().accesses->on_tensor_commit(barrier, completes);
  if (completes) begin_next_phase(barrier);
}

bool fencepost_barrier_test(FencepostBarrier* barrier, unsigned phase, bool of_block) {
  if (!is_over(barrier, phase, of_block, FENCEPOST_CALLER)) return false;
  if (current.in_kernel) observers().accesses->on_pass(barrier, of_block);
  return true;
}

bool fencepost_barrier_test_relaxed(FencepostBarrier* barrier, unsigned phase) {
  if (!is_over(barrier, phase, true, FENCEPOST_CALLER)) return false;
  if (current.in_kernel) observers().accesses->on_relaxed_pass(barrier);
  return true;
}

void fencepost_barrier_wait(FencepostBarrier* barrier, unsigned phase, bool of_block) {
  while (state_of(barrier).phase == phase) {
    if (current.in_kernel) current.runner->wait_for_change({&barrier->state, sizeof barrier->state}, FENCEPOST_CALLER);
  }
  before_operation(barrier, AtomicKind::kLoad, of_block, FENCEPOST_CALLER);
  if (current.in_kernel) observers().accesses->on_pass(barrier, of_block);
}

void fencepost_copy(void* to, const void* from, unsigned long bytes) {
  assert_told_order();
  if (current.in_kernel && bytes != 0) observers().accesses->on_async_copy(to, from, bytes, FENCEPOST_CALLER);
  std::memcpy(to, from, bytes);
}

void fencepost_commit_copies() {
  assert_told_order();
  if (current.in_kernel) observers().accesses->on_commit_copies();
}

void fencepost_await_copies(unsigned remaining) {
  assert_told_order();
  if (current.in_kernel) observers().accesses->on_await_copies(remaining);
}

void fencepost_copies_arrive(FencepostBarrier* barrier, bool of_block) {
  assert_told_order();
  if (current.in_kernel) observers().accesses->on_copies_arrive(barrier, of_block);
}

void fencepost_copies_arrive_counted(FencepostBarrier* barrier) {
  before_operation(barrier, AtomicKind::kUpdate, true, FENCEPOST_CALLER);
  if (current.in_kernel) observers().accesses->on_copies_arrive(barrier, true);
  const bool completes = is_complete(take_arrivals(barrier, 1, false, FENCEPOST_CALLER));
  if (current.in_kernel) observers().accesses->on_transactions(barrier, completes);
  if (completes) begin_next_phase(barrier);
}

}  // extern "C"
