// Barriers of blocks, and threads that wait for others in vain, or where they must not.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/monitor/checked_launch.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Threads of a block that wait at different places, or that left others waiting.
struct Standstill {
  Kind kind{};
  Severity severity{};
  Scope scope = Scope::kIntraBlock;
  sim::BlockRank block = 0;
  std::uint32_t interval = 0;
  std::vector<sim::Waiter> waiters;
  std::uint64_t occurrences = 0;
  std::optional<sim::BlockRank> left{};  ///< Another block, which has returned; or this thread of it.
  sim::ThreadRank thread_left = 0;
  std::string message{}, hint{};  ///< Empty: as for every finding of the kind.
};

/// Thread safety: as sim::BarrierObserver promises.
class BarrierMonitor final : public sim::BarrierObserver {
 public:
  BarrierMonitor(const Options& options, const CheckedLaunch& launch) : options_(options), launch_(launch) {}

  /// What stood still in the launch that has ended, by what tells one from another.
  std::map<std::string, Standstill> take();
  /// Of a launch that goes on, what was taken when another one began in its middle.
  void put_back(std::map<std::string, Standstill>);

  /// The running block ends with columns of tensor memory allocated, the last ones at `pc` by `thread`.
  void note_tensor_memory(sim::BlockRank block, sim::ThreadRank thread, std::uint32_t columns, const void* pc);

  void on_barrier(const void* pc) override;
  void on_barrier_divergence(std::span<const sim::Waiter>) override;
  void on_deadlock(std::span<const sim::Waiter>) override;
  void on_grid_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left) override;
  void on_cluster_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left,
                                     sim::ThreadRank thread_left) override;
  void on_cluster_deadlock(std::span<const sim::Waiter> waiters) override;
  void on_warp_misuse(const sim::WarpMisuse&) override;
  void on_barrier_misuse(sim::BarrierMisuse, std::span<const sim::Waiter> threads) override;

 private:
  void stand_still(Kind kind, std::span<const sim::Waiter> waiters);
  void take_note(Standstill found, const std::string& key);

  const Options& options_;
  const CheckedLaunch& launch_;
  sim::HostMutex mutex_;
  std::map<std::string, Standstill> standstills_;  ///< Of the running launch.
};

}  // namespace fencepost::detector
