#include "sim/runtime/resting/beside_host.h"

#include "sim/os/held_signals.h"
#include "sim/os/parked_threads.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {

std::atomic<unsigned> launches_at_rest{0};

bool BesideHost::start() {
  const SignalsHeld held;
  const bool started = run_on_parked_thread([this, blocked = SignalsHeld::blocked_before()] {
    const SignalsHeld::OfAnother of_host(blocked);
    const cudaError_t error = perform_(this);
    const std::scoped_lock lock(mutex_);
    error_ = error;
    state_ = State::kEnded;
    turned_.notify_all();
  });
  if (!started) {
    error_ = perform_(nullptr);
    return false;
  }
  return rests();
}

bool BesideHost::go_on(bool never) {
  const SignalsHeld held;
  --launches_at_rest;
  {
    const std::scoped_lock lock(mutex_);
    never_ = never;
    state_ = State::kRuns;
    turned_.notify_all();
  }
  return rests();
}

bool BesideHost::wait(bool changed, bool reads_clock) {
  std::unique_lock lock(mutex_);
  changed_ = changed;
  reads_clock_ = reads_clock;
  state_ = State::kRests;
  turned_.notify_all();
  turned_.wait(lock, [&] { return state_ == State::kRuns; });
  show_variables_of(device_);  // Another device's may have been in their place.
  return !never_;
}

bool BesideHost::others_may_come() const { return program_creates_streams || device_count() > 1; }

bool BesideHost::rests() {
  std::unique_lock lock(mutex_);
  turned_.wait(lock, [&] { return state_ != State::kRuns; });
  if (state_ == State::kRests) ++launches_at_rest;
  return state_ == State::kRests;
}

}  // namespace fencepost::sim
