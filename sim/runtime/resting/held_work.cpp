#include "sim/runtime/resting/held_work.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "sim/interface/host_watch.h"
#include "sim/os/own_threads.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/resting/beside_host.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {

std::atomic<bool> launch_rests{false};

namespace {

struct StreamPlace {
  StreamNumber stream = 0;
  DeviceNumber device = 0;
  bool is_default = false, is_blocking = false;
};

/// A launch that rests, or work that is held back.
struct Item {
  std::unique_ptr<BesideHost> launch;
  Work work;                         ///< Of what is held back.
  std::optional<StreamPlace> place;  ///< None: it only ends something.
  DeviceNumber device = 0;           ///< That was current.
  std::uint64_t records = 0;         ///< The event that it records; 0: none.
  std::uint64_t awaits = 0;          ///< The event, held back, that it waits for.
};
using Items = std::list<Item>;

/// Guarded by its mutex, which is taken before launches take theirs. Invariant: what is held back comes after an item
/// before it, and so at last after a launch that rests.
struct Resting {
  std::recursive_mutex mutex;
  Items items;                      ///< In the order of the calls.
  bool goes_on = false;             ///< In advance().
  bool something_was_done = false;  ///< That those that rest may look at.
  /// The work that is performed now.
  const StreamPlace* performed = nullptr;
  Items::iterator performed_at;  ///< The item behind it.
};
Resting& resting() {
  static auto* const all = new Resting;
  return *all;
}

StreamPlace place_of(cudaStream_t stream) {
  return {stream_number(stream), stream_device(stream), is_legacy(stream), blocks_with_default(stream)};
}

/// "Stream synchronization behavior": a default stream waits for the blocking ones of its device, and they for it.
bool comes_after(const StreamPlace& later, const StreamPlace& earlier) {
  if (later.stream == earlier.stream) return true;
  return later.device == earlier.device &&
         ((later.is_default && earlier.is_blocking) || (earlier.is_default && later.is_blocking));
}

bool comes_after(const Item& later, const Item& earlier) {
  if (!later.place) return true;
  if (!earlier.place) return false;
  return (later.awaits != 0 && later.awaits == earlier.records) || comes_after(*later.place, *earlier.place);
}

/// Something before `end` comes before it.
bool is_behind_others(const Item& item, Items::iterator end) {
  return std::any_of(resting().items.begin(), end, [&](const Item& other) { return comes_after(item, other); });
}

void set_up() {
  static const int at_exit = std::atexit([] {
    for (DeviceNumber device = 0; device < device_count(); ++device) finish_held_work_of_device(device);
  });
  // A child that was forked has no thread that they rest on.
  static const int forks = pthread_atfork(nullptr, nullptr, [] {
    launch_rests = false;
    launches_at_rest = 0;
    for (Item& item : resting().items) static_cast<void>(item.launch.release());
    resting().items.clear();
  });
  static_cast<void>(at_exit);
  static_cast<void>(forks);
  let_waiting_launch_go_on = [] {
    if (launch_rests) is_finished(nullptr);
  };
}

void perform(Items::iterator item) {
  Resting& all = resting();
  all.performed_at = std::next(item);
  Items own;  // What it launches may rest in its place.
  own.splice(own.begin(), all.items, item);
  const DeviceGuard of_work(item->device);
  all.performed = item->place ? &*item->place : nullptr;
  if (!item->place || sticky_error() == cudaSuccess) item->work.perform(item->place ? item->place->stream : 0);
  all.performed = nullptr;
}

/// True if it saw something new, or has ended.
bool go_on(Items::iterator item, bool never) {
  bool rests = false;
  between_launches([&] { rests = item->launch->go_on(never); });
  if (rests) return item->launch->has_changed();
  const cudaError_t error = item->launch->error();
  const DeviceGuard of_launch(item->device);
  resting().items.erase(item);
  if (error != cudaSuccess) set_sticky_error(error);
  return true;
}

/// True if it has changed anything.
bool step(Items::iterator item) {
  if (item->launch != nullptr) return go_on(item, false);
  if (is_behind_others(*item, item)) return false;
  perform(item);
  return true;
}

/// Launches go on, and what was held back behind them, until nothing changes any more. `stops`: those that rest then
/// are stopped.
void advance(bool stops = false) {
  Resting& all = resting();
  if (std::exchange(all.goes_on, true)) return;
  all.something_was_done = false;
  for (bool changes = true; changes;) {
    changes = false;
    for (auto item = all.items.begin(); item != all.items.end();) changes = step(item++) || changes;
    // One that reads a clock goes on by itself at some time, and others by it.
    stops = stops && std::ranges::none_of(all.items, [](const Item& item) {
              return item.launch != nullptr && item.launch->reads_clock();
            });
    if (changes || !std::exchange(stops, false)) continue;
    changes = !all.items.empty();
    for (auto item = all.items.begin(); item != all.items.end();) {
      const auto at = item++;
      if (at->launch != nullptr) go_on(at, true);
    }
  }
  all.goes_on = false;
  launch_rests = !all.items.empty();
}

/// `is_held`: what the host waits for.
template <class IsHeld>
void finish(IsHeld is_held) {
  while (launch_rests) {
    {
      const std::scoped_lock lock(resting().mutex);
      if (resting().goes_on || !is_held()) return;
      // A program that has other threads may still end it; one that has just ended may have, so that the launches are
      // to look once more.
      const bool is_alone = program_threads() <= 1;
      advance();
      if (!is_held()) return;
      if (is_alone) advance(true);
    }
    const timespec moment{0, 1'000'000};
    if (launch_rests) nanosleep(&moment, nullptr);
  }
}

template <class IsHeld>
bool ask(IsHeld is_held) {
  if (!launch_rests) return true;
  const std::scoped_lock lock(resting().mutex);
  advance();
  return !launch_rests || !is_held();
}

template <class Is>
bool any_item(Is is) {
  return std::ranges::any_of(resting().items, is);
}
bool is_held_stream(cudaStream_t stream) {
  return is_behind_others({.place = place_of(stream)}, resting().items.end());
}
bool is_held_event(std::uint64_t event) {
  return any_item([=](const Item& item) { return item.records == event; });
}

bool hold(Item item, Work& work) {
  Resting& all = resting();
  if (!launch_rests) return false;
  const std::scoped_lock lock(all.mutex);
  if (all.goes_on) return false;
  if (all.something_was_done) advance();
  if (!launch_rests) return false;
  if (!is_behind_others(item, all.items.end())) {
    all.something_was_done = true;
    return false;
  }
  item.work = std::move(work);
  all.items.push_back(std::move(item));
  return true;
}

}  // namespace

void perform_beside_host(cudaStream_t stream, DeviceNumber device, std::function<cudaError_t(HostWait*)> perform) {
  Resting& all = resting();
  const std::scoped_lock lock(all.mutex);
  auto launch = std::make_unique<BesideHost>(std::move(perform), device);
  bool rests = false;
  between_launches([&] { rests = launch->start(); });
  if (!rests) {
    if (launch->error() != cudaSuccess) set_sticky_error(launch->error());
  } else {
    const StreamPlace place = all.performed != nullptr ? *all.performed : place_of(stream);
    const auto at = all.performed != nullptr ? all.performed_at : all.items.end();
    all.items.insert(at, Item{.launch = std::move(launch), .place = place, .device = device});
    set_up();
    launch_rests = true;
  }
  // Those that rest may have waited for it.
  if (!all.items.empty() && !(rests && all.items.size() == 1)) advance();
}

bool hold_back(std::optional<cudaStream_t> stream, Work& work) {
  if (!launch_rests) return false;
  return hold({.place = place_of(stream.value_or(nullptr)), .device = current_device()}, work);
}

bool hold_back_end(std::function<void()> end) {
  Work work{.perform = [end = std::move(end)](StreamNumber) { end(); }};
  return hold({.device = current_device()}, work);
}

bool hold_back_event(cudaStream_t stream, std::uint64_t event, bool is_wait, const Work& work) {
  if (!launch_rests) return false;
  const std::scoped_lock lock(resting().mutex);
  Item item{.place = place_of(stream), .device = current_device()};
  if (is_wait && is_held_event(event)) item.awaits = event;
  if (!is_wait) item.records = event;
  Work kept = work;
  const bool held = hold(std::move(item), kept);
  if (held || is_wait) return held;
  // What was to record it before comes to nothing.
  for (Item& other : resting().items) {
    if (other.records != event) continue;
    other.records = 0;
    other.work.perform = [](StreamNumber) {};
  }
  return false;
}

void finish_held_work(cudaStream_t stream) {
  finish([=] { return is_held_stream(stream); });
}
void finish_held_work_of_event(std::uint64_t event) {
  finish([=] { return is_held_event(event); });
}
void finish_held_work_of_device(DeviceNumber device) {
  finish([=] { return any_item([=](const Item& item) { return item.place && item.place->device == device; }); });
}
bool is_finished(cudaStream_t stream) {
  return ask([=] { return is_held_stream(stream); });
}
bool is_event_finished(std::uint64_t event) {
  return ask([=] { return is_held_event(event); });
}

}  // namespace fencepost::sim
