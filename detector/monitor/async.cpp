// What the monitor does when threads meet at barrier objects or start copies that go on by themselves.
#include "detector/check/worker_shadow.h"
#include "detector/monitor/monitor.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

/// The order of the running block; null: accesses are not ordered singly, or not checked.
BlockOrder* order_of_block() {
  const bool listens = access_state.ordered != nullptr && access_state.epoch_bits != 0;
  return listens ? &access_state.ordered->order() : nullptr;
}

BlockOrder::Location location_of(const void* object) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  return {.address = address, .shared = access_state.worker->shared().contains(address)};
}

Reach reach_of(bool of_block) { return of_block ? Reach::kBlock : Reach::kDevice; }

}  // namespace

void Monitor::on_arrive(const void* barrier, bool of_block, bool completes) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->arrive(sim::current.thread, location_of(barrier), reach_of(of_block), completes);
  }
}

void Monitor::on_pass(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->pass(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

void Monitor::on_open(const void* barrier, std::span<const sim::ThreadRank> threads) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->open(location_of(barrier), Reach::kBlock, threads);
}

void Monitor::on_completion_begin(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->begin_completion(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

void Monitor::on_completion_end(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->end_completion(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

void Monitor::on_barrier_init(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->forget(location_of(barrier), reach_of(of_block));
}

void Monitor::on_async_copy(const void* to, const void* from, std::size_t bytes, const void* pc) {
  access_state.accesses += 2;
  OrderedBlock* const ordered = order_of_block() != nullptr ? access_state.ordered : nullptr;
  const sim::BusySection busy;
  if (ordered != nullptr) ordered->begin_copy(sim::current.thread);
  check_range(reinterpret_cast<std::uintptr_t>(from), bytes, kPlainRead, pc);
  check_range(reinterpret_cast<std::uintptr_t>(to), bytes, kWrites, pc);
  if (ordered != nullptr) ordered->end_copy();
  const std::scoped_lock lock(mutex_);
  async_copies_.insert(Sites::instance().find(pc));
}

void Monitor::on_commit_copies() {
  if (BlockOrder* order = order_of_block()) order->commit_copies(sim::current.thread);
}

void Monitor::on_await_copies(std::uint32_t remaining) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->await_copies(sim::current.thread, remaining);
}

void Monitor::on_copies_arrive(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->copies_arrive(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

}  // namespace fencepost::detector
