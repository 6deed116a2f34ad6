#include "sim/runtime/resting/held_work.h"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "sim/interface/host_watch.h"
#include "sim/os/held_signals.h"
#include "sim/os/own_threads.h"
#include "sim/os/parked_threads.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {

std::atomic<bool> launch_rests{false};

namespace {

struct StreamPlace {
  StreamNumber stream = 0;
  DeviceNumber device = 0;
  bool is_default = false, is_blocking = false;
};

struct Held {
  Work work;
  std::optional<StreamPlace> place;  ///< None: it only ends something.
  DeviceNumber device = 0;           ///< That was current.
};

/// A launch on an OS thread of its own.
class BesideHost final : public HostWait {
 public:
  using Perform = std::function<cudaError_t(HostWait*)>;

  BesideHost(Perform perform, DeviceNumber device, std::shared_ptr<const Held> of)
      : perform_(std::move(perform)), device_(device), of_(std::move(of)) {}

  /// True if it rests; false: it has ended, with error().
  bool start() {
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
  /// `never`: the host will not end its wait. Returns as start().
  bool go_on(bool never) {
    const SignalsHeld held;
    {
      const std::scoped_lock lock(mutex_);
      never_ = never;
      state_ = State::kRuns;
      turned_.notify_all();
    }
    return rests();
  }
  [[nodiscard]] cudaError_t error() const { return error_; }

  bool wait() override {
    std::unique_lock lock(mutex_);
    state_ = State::kRests;
    turned_.notify_all();
    turned_.wait(lock, [&] { return state_ == State::kRuns; });
    show_variables_of(device_);  // Another device's may have been in their place.
    return !never_;
  }

 private:
  enum class State { kRuns, kRests, kEnded };

  bool rests() {
    std::unique_lock lock(mutex_);
    turned_.wait(lock, [&] { return state_ != State::kRuns; });
    return state_ == State::kRests;
  }

  const Perform perform_;
  const DeviceNumber device_;
  const std::shared_ptr<const Held> of_;  ///< The work that it was held back as.
  std::mutex mutex_;
  std::condition_variable turned_;
  State state_ = State::kRuns;
  bool never_ = false;
  cudaError_t error_ = cudaSuccess;
};

/// Guarded by its mutex, which is taken before launches take theirs.
struct Resting {
  std::recursive_mutex mutex;
  std::unique_ptr<BesideHost> launch;
  std::deque<Held> held;
  std::map<StreamNumber, StreamPlace> streams;  ///< That come after the launch.
  std::set<std::uint64_t> events;
  bool something_was_done = false;  ///< In its middle, which it may look at.
};
Resting& resting() {
  static auto* const all = new Resting;
  return *all;
}

/// Of a work that was held back and is performed now; null: none.
thread_local std::shared_ptr<const Held> performed_now;

StreamPlace place_of(cudaStream_t stream) {
  return {stream_number(stream), stream_device(stream), is_legacy(stream), blocks_with_default(stream)};
}

/// "Stream synchronization behavior": a default stream waits for the blocking ones of its device, and they for it.
bool comes_after_launch(const StreamPlace& place) {
  if (resting().streams.contains(place.stream)) return true;
  return std::ranges::any_of(resting().streams, [&](const auto& held) {
    const StreamPlace& other = held.second;
    return other.device == place.device &&
           ((place.is_default && other.is_blocking) || (other.is_default && place.is_blocking));
  });
}

void rest(std::unique_ptr<BesideHost> launch) {
  resting().launch = std::move(launch);
  launch_rests = true;
  static const int at_exit = std::atexit([] {
    for (DeviceNumber device = 0; device < device_count(); ++device) finish_held_work_of_device(device);
  });
  // A child that was forked has no thread that it rests on.
  static const int forks = pthread_atfork(nullptr, nullptr, [] {
    launch_rests = false;
    static_cast<void>(resting().launch.release());
    resting().held.clear();
  });
  static_cast<void>(at_exit);
  static_cast<void>(forks);
  let_waiting_launch_go_on = [] {
    if (launch_rests) is_finished(nullptr);
  };
}

void perform_held() {
  Resting& all = resting();
  while (all.launch == nullptr && !all.held.empty()) {
    const auto next = std::make_shared<const Held>(std::move(all.held.front()));
    all.held.pop_front();
    const DeviceGuard of_work(next->device);
    performed_now = next;
    if (!next->place || sticky_error() == cudaSuccess) next->work.perform(next->place ? next->place->stream : 0);
    performed_now = nullptr;
  }
  if (all.launch == nullptr) return;
  for (const Held& still : all.held) {
    if (still.place) all.streams[still.place->stream] = *still.place;
  }
}

/// The launch goes on, and what was held back behind it.
void go_on(bool never) {
  Resting& all = resting();
  if (all.launch == nullptr) return;
  all.something_was_done = false;
  bool rests = false;
  between_launches([&] {
    launch_rests = false;
    rests = launch_rests = all.launch->go_on(never);
  });
  if (rests) return;
  const cudaError_t error = all.launch->error();
  all.launch.reset();
  all.streams.clear();
  all.events.clear();
  if (error != cudaSuccess) set_sticky_error(error);
  perform_held();
}

/// `is_held`: what the host waits for.
template <class IsHeld>
void finish(IsHeld is_held) {
  while (launch_rests) {
    {
      const std::scoped_lock lock(resting().mutex);
      if (!is_held()) return;
      // A program that has other threads may still end it; one that has just ended may have, so that the launch is to
      // look once more.
      const bool is_alone = program_threads() <= 1;
      go_on(false);
      if (!is_held()) return;
      if (is_alone) go_on(true);
    }
    const timespec moment{0, 1'000'000};
    if (launch_rests) nanosleep(&moment, nullptr);
  }
}

template <class IsHeld>
bool ask(IsHeld is_held) {
  if (!launch_rests) return true;
  const std::scoped_lock lock(resting().mutex);
  go_on(false);
  return !launch_rests || !is_held();
}

bool is_held_stream(cudaStream_t stream) { return comes_after_launch(place_of(stream)); }

}  // namespace

void perform_beside_host(cudaStream_t stream, DeviceNumber device, std::function<cudaError_t(HostWait*)> perform) {
  const std::scoped_lock lock(resting().mutex);
  cudaError_t error = cudaSuccess;
  if (resting().launch != nullptr) {  // In the middle of another one.
    between_launches([&] { error = perform(nullptr); });
    if (error != cudaSuccess) set_sticky_error(error);
    return;
  }
  auto launch = std::make_unique<BesideHost>(std::move(perform), device, performed_now);
  bool rests = false;
  between_launches([&] { rests = launch->start(); });
  if (!rests) {
    if (launch->error() != cudaSuccess) set_sticky_error(launch->error());
    return;
  }
  const StreamPlace place = place_of(stream);
  resting().streams[place.stream] = place;
  rest(std::move(launch));
}

bool hold_back(std::optional<cudaStream_t> stream, Work& work) {
  if (!launch_rests) return false;
  const std::scoped_lock lock(resting().mutex);
  if (resting().something_was_done) go_on(false);
  if (!launch_rests) return false;
  const StreamPlace place = place_of(stream.value_or(nullptr));
  if (!comes_after_launch(place)) {
    resting().something_was_done = true;
    return false;
  }
  resting().streams[place.stream] = place;
  resting().held.push_back({std::move(work), place, current_device()});
  return true;
}

bool hold_back_end(std::function<void()> end) {
  if (!launch_rests) return false;
  const std::scoped_lock lock(resting().mutex);
  if (!launch_rests) return false;
  resting().held.push_back(
      {Work{.perform = [end = std::move(end)](StreamNumber) { end(); }}, std::nullopt, current_device()});
  return true;
}

bool hold_back_event(cudaStream_t stream, std::uint64_t event, bool is_wait, const Work& work) {
  if (!launch_rests) return false;
  const std::scoped_lock lock(resting().mutex);
  if (is_wait && resting().events.contains(event)) {
    const StreamPlace place = place_of(stream);
    resting().streams[place.stream] = place;
  }
  Work kept = work;
  const bool held = hold_back(stream, kept);
  if (is_wait) return held;
  if (held) {
    resting().events.insert(event);
  } else {
    resting().events.erase(event);
  }
  return held;
}

void finish_held_work(cudaStream_t stream) {
  finish([=] { return is_held_stream(stream); });
}
void finish_held_work_of_event(std::uint64_t event) {
  finish([=] { return resting().events.contains(event); });
}
void finish_held_work_of_device(DeviceNumber device) {
  finish([=] {
    return std::ranges::any_of(resting().streams, [=](const auto& held) { return held.second.device == device; });
  });
}
bool is_finished(cudaStream_t stream) {
  return ask([=] { return is_held_stream(stream); });
}
bool is_event_finished(std::uint64_t event) {
  return ask([=] { return resting().events.contains(event); });
}

}  // namespace fencepost::sim
