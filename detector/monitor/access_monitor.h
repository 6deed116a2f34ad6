// Atomic operations, fences, barrier objects and asynchronous copies: what orders accesses besides barriers.
#pragma once

#include <atomic>
#include <set>

#include "detector/findings/findings.h"
#include "detector/model/access.h"
#include "detector/monitor/checked_launch.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Thread safety: as sim::AccessObserver promises.
class AccessMonitor final : public sim::AccessObserver {
 public:
  AccessMonitor(CheckedLaunch& launch, Findings& findings) : launch_(launch), findings_(findings) {}

  /// Sites of asynchronous copies in kernels so far.
  std::set<SiteId> async_copies();

  void on_atomic(const sim::AtomicAccess&) override;
  void on_pass_turn() override;
  void on_child_request(std::uint64_t request) override;
  void on_children_awaited() override;
  void on_fence(const sim::Fence&) override;
  void on_proxy_fence() override;
  void on_map_fence(bool acquires) override;
  void on_map_read(const void* map, std::size_t bytes, const void* pc) override;
  void on_group_barrier(std::span<const sim::ThreadRank> threads) override;
  void on_grid_barrier() override;
  void on_arrive(const void* barrier, bool of_block, bool completes) override;
  void on_relaxed_arrive(const void* barrier, bool of_block) override;
  void on_complete(const void* barrier) override;
  void on_pass(const void* barrier, bool of_block) override;
  void on_relaxed_pass(const void* barrier) override;
  void on_open(const void* barrier, std::span<const sim::ThreadRank> threads) override;
  void on_completion_begin(const void* barrier, bool of_block) override;
  void on_completion_end(const void* barrier, bool of_block) override;
  void on_barrier_init(const void* barrier, bool of_block) override;
  void on_async_copy(const void* to, const void* from, std::size_t bytes, const void* pc) override;
  void on_commit_copies() override;
  void on_await_copies(std::uint32_t remaining) override;
  void on_copies_arrive(const void* barrier, bool of_block) override;
  void on_bulk_copy(std::span<const sim::MemoryRange> reads, std::span<const sim::MemoryRange> writes,
                    const void* barrier, const void* pc) override;
  void on_bulk_reduction(const sim::MemoryRange& read, const sim::MemoryRange& target, std::size_t element_bytes,
                         const void* barrier, const void* pc) override;
  void on_transactions(const void* barrier, bool completes) override;
  void on_commit_bulk_copies() override;
  void on_await_bulk_copies(std::uint32_t remaining, bool of_reads) override;
  void on_product(std::span<const sim::MemoryRange> reads, const void* pc) override;
  void on_commit_products() override;
  void on_await_products(sim::ThreadRank first, std::uint32_t remaining) override;
  void on_tensor_operation(sim::TensorAgent of, sim::ThreadRank by, std::span<const sim::MemoryRange> reads,
                           std::span<const sim::MemoryRange> writes, const void* pc) override;
  void on_await_tensor(sim::TensorAgent of, sim::ThreadRank by, std::span<const sim::ThreadRank> threads) override;
  void on_tensor_commit(const void* barrier, bool completes) override;
  void on_range(const void* address, std::size_t bytes, bool writes, const void* pc) override;

 private:
  /// What a bulk copy does to `ranges`: by the agent of its barrier, or else that of its batches.
  /// `copied`: as TimedMoment's.
  void check_bulk(std::span<const sim::MemoryRange> ranges, unsigned kind, const void* barrier, std::uint64_t copied,
                  bool of_reads, const void* pc);

  void note_async_copy(const void* pc);

  CheckedLaunch& launch_;
  Findings& findings_;
  sim::HostMutex mutex_;
  std::set<SiteId> async_copies_;
  std::atomic<SiteId> last_async_copy_ = 0;  ///< Of those; mostly the next one is there, too.
};

}  // namespace fencepost::detector
