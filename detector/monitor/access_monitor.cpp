#include "detector/monitor/access_monitor.h"

#include <mutex>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

/// A number for the copy of these ranges to those; not 0.
std::uint64_t number_of_copy(std::span<const sim::MemoryRange> reads, std::span<const sim::MemoryRange> writes) {
  std::uint64_t number = 1;
  const auto mix = [&](std::uint64_t value) { number = (number ^ value) * 0x9E3779B97F4A7C15U | 1; };
  for (const std::span<const sim::MemoryRange> ranges : {reads, writes}) {
    mix(ranges.size());
    for (const sim::MemoryRange& range : ranges) {
      mix(reinterpret_cast<std::uintptr_t>(range.address));
      mix(range.bytes);
    }
  }
  return number;
}

/// The order of the running block; null: accesses are not ordered singly, or not checked.
BlockOrder* order_of_block() {
  const bool listens = access_state.ordered != nullptr && access_state.epoch_bits != 0;
  return listens ? &access_state.ordered->order() : nullptr;
}

BlockOrder::Location location_of(const void* object) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  return {.address = address,
          .shared = access_state.worker->shared().contains(address) ||
                    access_state.ordered->owner_in_cluster(address) != nullptr};
}

/// It is that of a cluster of several blocks.
bool is_of_cluster(const void* barrier) {
  return barrier == sim::current.runner->cluster() && sim::current.runner->cluster() != nullptr;
}

BlockOrder::Agent tensor_agent(sim::TensorAgent of, sim::ThreadRank by) {
  return BlockOrder::tensor_agent(by, static_cast<std::uint32_t>(of));
}

Reach reach_of(bool of_block) { return of_block ? Reach::kBlock : Reach::kDevice; }

}  // namespace

std::set<SiteId> AccessMonitor::async_copies() {
  const std::scoped_lock lock(mutex_);
  return async_copies_;
}

void AccessMonitor::note_async_copy(const void* pc) {
  const SiteId site = Sites::instance().find(pc);
  if (last_async_copy_.exchange(site, std::memory_order_relaxed) == site) return;
  const std::scoped_lock lock(mutex_);
  async_copies_.insert(site);
}

void AccessMonitor::on_atomic(const sim::AtomicAccess& atomic) {
  ++access_state.accesses;
  findings_.order_matters();
  unsigned kind = static_cast<unsigned>(kStrong) | kIsAtomic;
  if (atomic.writes) kind |= kWrites;
  if (atomic.of_block) kind |= kOfBlock;
  if (atomic.of_cluster) kind |= kOfCluster;
  check_strong(
      reinterpret_cast<std::uintptr_t>(atomic.address), atomic.bytes, kind,
      {.reads = atomic.reads, .replaces = atomic.replaces, .acquires = atomic.acquires, .releases = atomic.releases},
      atomic.pc);
  if (atomic.place == nullptr || kind != (kStrong | kIsAtomic | kWrites)) return;
  tell_place(*atomic.place, atomic.bytes > kWordBytes ? kind | kWide : kind, atomic.pc);
}

void AccessMonitor::on_pass_turn() {
  // Others that write to its words wait until it is settled.
  if (access_state.pending.global != nullptr) settle_pending_write();
}

void AccessMonitor::on_child_request(std::uint64_t request) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->request_child(sim::current.thread, request);
}

void AccessMonitor::on_children_awaited() {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->await_children(sim::current.thread);
}

void AccessMonitor::on_fence(const sim::Fence& fence) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->fence(sim::current.thread, {.reach = fence.of_block     ? Reach::kBlock
                                                             : fence.of_cluster ? Reach::kCluster
                                                                                : Reach::kDevice,
                                                    .acquires = fence.acquires,
                                                    .releases = fence.releases,
                                                    .sequential = fence.sequential});
}

void AccessMonitor::on_proxy_fence() {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->proxy_fence(sim::current.thread);
}

void AccessMonitor::on_map_fence(bool acquires) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->map_fence(sim::current.thread, acquires);
}

void AccessMonitor::on_map_read(const void* map, std::size_t bytes, const void* pc) {
  OrderedBlock* const ordered = access_state.epoch_bits != 0 ? access_state.ordered : nullptr;
  if (ordered != nullptr) ordered->begin_map_read();
  on_range(map, bytes, false, pc);
  if (ordered != nullptr) ordered->end_map_read();
}

void AccessMonitor::on_group_barrier(std::span<const sim::ThreadRank> threads) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->group_barrier(threads);
}

void AccessMonitor::on_grid_barrier() {
  if (launch_.ordered == nullptr) return;
  const sim::BusySection busy;
  if (launch_.footprint != FootprintWanted::kNothing) {
    const auto threads = static_cast<std::uint32_t>(sim::current.runner->launch()->block.count());
    launch_.ordered->keep_footprint(launch_.footprint == FootprintWanted::kHostVisible, threads);
  }
  launch_.ordered->grid_barrier();
}

void AccessMonitor::on_range(const void* address, std::size_t bytes, bool writes, const void* pc) {
  ++access_state.accesses;
  const unsigned kind = writes ? unsigned{kWrites} : unsigned{kPlainRead};
  check_range(reinterpret_cast<std::uintptr_t>(address), bytes, kind, pc);
}

void AccessMonitor::on_arrive(const void* barrier, bool of_block, bool completes) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->arrive(sim::current.thread, location_of(barrier), reach_of(of_block), completes);
    if (is_of_cluster(barrier)) access_state.ordered->arrive_at_cluster(sim::current.thread, true);
  }
}

void AccessMonitor::on_relaxed_arrive(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  order->arrive_relaxed(sim::current.thread, location_of(barrier), of_block ? Reach::kBlock : Reach::kCluster);
  if (is_of_cluster(barrier)) access_state.ordered->arrive_at_cluster(sim::current.thread, false);
}

void AccessMonitor::on_complete(const void* barrier) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  order->complete(location_of(barrier), Reach::kDevice);
  if (is_of_cluster(barrier)) access_state.ordered->complete_cluster();
}

void AccessMonitor::on_pass(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->pass(sim::current.thread, location_of(barrier), reach_of(of_block));
    if (is_of_cluster(barrier)) access_state.ordered->pass_cluster(sim::current.thread);
  }
}

void AccessMonitor::on_relaxed_pass(const void* barrier) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->pass_relaxed(sim::current.thread, location_of(barrier));
}

void AccessMonitor::on_open(const void* barrier, std::span<const sim::ThreadRank> threads) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->open(location_of(barrier), Reach::kBlock, threads);
}

void AccessMonitor::on_completion_begin(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->begin_completion(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

void AccessMonitor::on_completion_end(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->end_completion(sim::current.thread, location_of(barrier), reach_of(of_block));
  }
}

void AccessMonitor::on_barrier_init(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->forget(location_of(barrier), reach_of(of_block));
}

void AccessMonitor::on_async_copy(const void* to, const void* from, std::size_t bytes, const void* pc) {
  access_state.accesses += 2;
  OrderedBlock* const ordered = order_of_block() != nullptr ? access_state.ordered : nullptr;
  const sim::BusySection busy;
  if (ordered != nullptr) ordered->begin_copy(BlockOrder::copies_of(sim::current.thread));
  check_range(reinterpret_cast<std::uintptr_t>(from), bytes, kPlainRead, pc);
  check_range(reinterpret_cast<std::uintptr_t>(to), bytes, kWrites, pc);
  if (ordered != nullptr) ordered->end_copy();
  note_async_copy(pc);
}

void AccessMonitor::on_commit_copies() {
  if (BlockOrder* order = order_of_block()) order->commit_copies(BlockOrder::copies_of(sim::current.thread));
}

void AccessMonitor::on_await_copies(std::uint32_t remaining) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) order->await_copies(BlockOrder::copies_of(sim::current.thread), remaining);
}

void AccessMonitor::on_copies_arrive(const void* barrier, bool of_block) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->copies_arrive(BlockOrder::copies_of(sim::current.thread), location_of(barrier), reach_of(of_block));
  }
}

void AccessMonitor::check_bulk(std::span<const sim::MemoryRange> ranges, unsigned kind, const void* barrier,
                               std::uint64_t copied, bool of_reads, const void* pc) {
  access_state.accesses += ranges.size();
  if (ranges.empty()) return;
  BlockOrder* const order = order_of_block();
  if (order != nullptr) {
    const std::uint32_t thread = sim::current.thread;
    access_state.ordered->begin_copy(barrier != nullptr ? order->bulk_copies_of(thread, location_of(barrier))
                                     : of_reads         ? BlockOrder::bulk_reads_of(thread)
                                                        : BlockOrder::bulk_writes_of(thread),
                                     copied);
  }
  for (const sim::MemoryRange& range : ranges)
    check_range(reinterpret_cast<std::uintptr_t>(range.address), range.bytes, kind, pc);
  if (order != nullptr) access_state.ordered->end_copy();
}

void AccessMonitor::on_bulk_copy(std::span<const sim::MemoryRange> reads, std::span<const sim::MemoryRange> writes,
                                 const void* barrier, const void* pc) {
  const sim::BusySection busy;
  check_bulk(reads, kPlainRead, barrier, 0, true, pc);
  check_bulk(writes, kWrites, barrier, number_of_copy(reads, writes), false, pc);
  note_async_copy(pc);
}

void AccessMonitor::on_bulk_reduction(const sim::MemoryRange& read, const sim::MemoryRange& target,
                                      std::size_t element_bytes, const void* barrier, const void* pc) {
  const sim::BusySection busy;
  findings_.order_matters();
  unsigned kind = static_cast<unsigned>(kStrong) | kIsAtomic | kWrites;
  if (element_bytes > kWordBytes) kind |= kWide;
  std::vector<sim::MemoryRange> targets = {target};
  if (element_bytes < kWordBytes) {  // Two in a word are two accesses.
    const auto* const begin = static_cast<const std::byte*>(target.address);
    targets.clear();
    for (std::size_t at = 0; at < target.bytes; at += element_bytes) targets.push_back({begin + at, element_bytes});
  }
  if (read.bytes != 0) check_bulk({&read, 1}, kPlainRead, barrier, 0, true, pc);
  check_bulk(targets, kind, barrier, 0, false, pc);
  note_async_copy(pc);
}

void AccessMonitor::on_transactions(const void* barrier, bool completes) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  const BlockOrder::Location location = location_of(barrier);
  const BlockOrder::Agent agent = order->bulk_copies_of(sim::current.thread, location);
  order->count_copies(agent);
  order->copies_arrive(agent, location, Reach::kBlock);
  if (completes) order->complete(location, Reach::kBlock);
}

void AccessMonitor::on_commit_bulk_copies() {
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  order->commit_copies(BlockOrder::bulk_reads_of(sim::current.thread));
  order->commit_copies(BlockOrder::bulk_writes_of(sim::current.thread));
}

void AccessMonitor::on_await_bulk_copies(std::uint32_t remaining, bool of_reads) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  order->await_copies(BlockOrder::bulk_reads_of(sim::current.thread), remaining);
  if (!of_reads) order->await_copies(BlockOrder::bulk_writes_of(sim::current.thread), remaining);
}

void AccessMonitor::on_product(std::span<const sim::MemoryRange> reads, const void* pc) {
  access_state.accesses += reads.size();
  OrderedBlock* const ordered = order_of_block() != nullptr ? access_state.ordered : nullptr;
  const sim::BusySection busy;
  if (ordered != nullptr) ordered->begin_copy(BlockOrder::products_of(sim::current.thread));
  for (const sim::MemoryRange& range : reads)
    check_range(reinterpret_cast<std::uintptr_t>(range.address), range.bytes, kPlainRead, pc);
  if (ordered != nullptr) ordered->end_copy();
  note_async_copy(pc);
}

void AccessMonitor::on_commit_products() {
  if (BlockOrder* order = order_of_block()) order->commit_copies(BlockOrder::products_of(sim::current.thread));
}

void AccessMonitor::on_await_products(sim::ThreadRank first, std::uint32_t remaining) {
  const sim::BusySection busy;
  if (BlockOrder* order = order_of_block()) {
    order->await_copies(sim::current.thread, BlockOrder::products_of(first), remaining);
  }
}

void AccessMonitor::on_tensor_operation(sim::TensorAgent of, sim::ThreadRank by,
                                        std::span<const sim::MemoryRange> reads,
                                        std::span<const sim::MemoryRange> writes, const void* pc) {
  access_state.accesses += reads.size() + writes.size();
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  const BlockOrder::Agent agent = tensor_agent(of, by);
  if (order != nullptr) access_state.ordered->begin_copy(agent);
  for (const auto& [ranges, kind] : {std::pair(reads, unsigned{kPlainRead}), std::pair(writes, unsigned{kWrites})}) {
    for (const sim::MemoryRange& range : ranges)
      check_range(reinterpret_cast<std::uintptr_t>(range.address), range.bytes, kind, pc);
  }
  if (order != nullptr) access_state.ordered->end_copy();
  // A warp waits for all of its loads and stores; of the tensor cores, who commits says where a batch ends.
  if (order != nullptr && of != sim::TensorAgent::kCores) order->commit_copies(agent);
  note_async_copy(pc);
}

void AccessMonitor::on_await_tensor(sim::TensorAgent of, sim::ThreadRank by, std::span<const sim::ThreadRank> threads) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  for (const sim::ThreadRank thread : threads) order->await_copies(thread, tensor_agent(of, by), 0);
}

void AccessMonitor::on_tensor_commit(const void* barrier, bool completes) {
  const sim::BusySection busy;
  BlockOrder* const order = order_of_block();
  if (order == nullptr) return;
  const BlockOrder::Location location = location_of(barrier);
  const BlockOrder::Agent agent = tensor_agent(sim::TensorAgent::kCores, sim::current.thread);
  order->count_copies(agent);
  order->copies_arrive(agent, location, Reach::kBlock);
  if (completes) order->complete(location, Reach::kBlock);
}

}  // namespace fencepost::detector
