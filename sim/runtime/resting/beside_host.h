// A launch on an OS thread of its own, which returns to whoever lets it run when it waits for others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "sim/engine/engine.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// Launches in their middle, besides the one that runs. Changes between launches only.
extern std::atomic<unsigned> launches_at_rest;

/// Thread safety: none; start() and go_on() between launches.
class BesideHost final : public HostWait {
 public:
  /// Performs the launch; the result is why it was stopped.
  using Perform = std::function<cudaError_t(HostWait*)>;

  BesideHost(Perform perform, DeviceNumber device) : perform_(std::move(perform)), device_(device) {}

  /// True if it rests; false: it has ended, with error().
  bool start();
  /// `never`: nobody will end its wait. Returns as start().
  bool go_on(bool never);
  [[nodiscard]] cudaError_t error() const { return error_; }
  /// Before it came to rest it saw something new.
  [[nodiscard]] bool has_changed() const { return changed_; }
  /// It may go on by itself.
  [[nodiscard]] bool reads_clock() const { return reads_clock_; }

  bool wait(bool changed, bool reads_clock) override;
  [[nodiscard]] bool others_may_come() const override;

 private:
  enum class State { kRuns, kRests, kEnded };
  bool rests();

  const Perform perform_;
  const DeviceNumber device_;
  std::mutex mutex_;
  std::condition_variable turned_;
  State state_ = State::kRuns;
  bool never_ = false, changed_ = true, reads_clock_ = false;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace fencepost::sim
