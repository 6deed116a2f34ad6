// Barrier objects in memory (cuda::barrier) and asynchronous copies, as sim/include/fencepost_async.h declares them.
//
// Programs that link this file order single threads; see ordering.cpp.
#include "sim/include/fencepost_async.h"

#include <cstring>

#include "sim/atomic_hook.h"
#include "sim/block_runner.h"
#include "sim/current.h"
#include "sim/observer.h"
#include "sim/ordering.h"

using fencepost::sim::AtomicKind;
using fencepost::sim::current;
using fencepost::sim::observer;

namespace {

[[maybe_unused]] const bool linked = (fencepost::sim::program_orders_threads = true);

/// The object itself is accessed as an atomic one would be: initialised too late, it races.
void before_operation(const void* word, AtomicKind kind, bool of_block, const void* pc) {
  if (of_block && current.in_kernel) current.order = fencepost::sim::kOrdersBlockOnly;
  fencepost::sim::before_atomic(word, sizeof(unsigned), kind, pc);
}

}  // namespace

#define FENCEPOST_CALLER __builtin_return_address(0)

extern "C" {

unsigned fencepost_barrier_arrive(FencepostBarrier* barrier, int count, bool of_block) {
  before_operation(&barrier->pending, AtomicKind::kUpdate, of_block, FENCEPOST_CALLER);
  const unsigned phase = __atomic_load_n(&barrier->phase, __ATOMIC_RELAXED);
  const bool completes = __atomic_sub_fetch(&barrier->pending, count, __ATOMIC_ACQ_REL) == 0;
  if (current.in_kernel) observer().on_arrive(barrier, of_block, completes);
  if (completes) {
    __atomic_store_n(&barrier->pending, __atomic_load_n(&barrier->expected, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    __atomic_store_n(&barrier->phase, phase + 1, __ATOMIC_RELEASE);
  }
  return phase;
}

void fencepost_barrier_drop(FencepostBarrier* barrier) { __atomic_sub_fetch(&barrier->expected, 1, __ATOMIC_RELAXED); }

bool fencepost_barrier_test(FencepostBarrier* barrier, unsigned phase, bool of_block) {
  before_operation(&barrier->phase, AtomicKind::kLoad, of_block, FENCEPOST_CALLER);
  if (__atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE) == phase) return false;
  if (current.in_kernel) observer().on_pass(barrier, of_block);
  return true;
}

void fencepost_barrier_wait(FencepostBarrier* barrier, unsigned phase, bool of_block) {
  while (__atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE) == phase) {
    if (!current.in_kernel) continue;
    current.runner->stop_if_requested(FENCEPOST_CALLER);
    current.runner->yield();
  }
  before_operation(&barrier->phase, AtomicKind::kLoad, of_block, FENCEPOST_CALLER);
  if (current.in_kernel) observer().on_pass(barrier, of_block);
}

void fencepost_copy(void* to, const void* from, unsigned long bytes) {
  if (current.in_kernel && bytes != 0) observer().on_async_copy(to, from, bytes, FENCEPOST_CALLER);
  std::memcpy(to, from, bytes);
}

void fencepost_commit_copies() {
  if (current.in_kernel) observer().on_commit_copies();
}

void fencepost_await_copies(unsigned remaining) {
  if (current.in_kernel) observer().on_await_copies(remaining);
}

void fencepost_copies_arrive(FencepostBarrier* barrier, bool of_block) {
  if (current.in_kernel) observer().on_copies_arrive(barrier, of_block);
}

}  // extern "C"
