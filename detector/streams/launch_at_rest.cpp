// A launch that waits for the host (sim/runtime/resting/held_work.h): what it has accessed so far is pending like an
// operation of its own, until it has ended.
#include <algorithm>
#include <utility>

#include "detector/streams/check.h"

namespace fencepost::detector {

void StreamCheck::launch_rests(const sim::LaunchInfo& launch, Footprint footprint) {
  const std::scoped_lock lock(mutex_);
  drop_resting();
  if (std::exchange(last_resting_, launch.number) != launch.number) known_of_resting_.clear();
  resting_ = launch.number;
  host_ended_wait_ = false;
  polled_.clear();
  for (const FootprintRun& run : footprint.runs()) {
    if ((run.kind & kStrong) != 0) polled_.emplace_back(run.begin * kWordBytes, run.end * kWordBytes);
  }
  const auto running =
      std::ranges::find(launches_, launch.number, [](const Operation& o) { return o.what.launch.number; });
  if (running != launches_.end()) {
    for (const auto& [begin, bytes] : known_of_resting_) footprint.remove(begin, bytes);
    Operation so_far;
    so_far.order = resting_order_ = running->order;
    so_far.what = describe_launch(launch);
    so_far.what.step = running->what.step;
    so_far.descent = running->descent;
    so_far.ancestors = running->ancestors;
    so_far.footprint = std::move(footprint);
    enter(std::move(so_far));
  }
  watch();
}

void StreamCheck::launch_does_not_rest(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  if (resting_ != launch) return;
  drop_resting();
  resting_ = 0;
  watch();
}

bool StreamCheck::take_end_of_wait() {
  if (resting_ == 0 || !host_ended_wait_) return false;
  host_ended_wait_ = false;
  return true;
}

/// The launch that rests does.
bool StreamCheck::looks_at(std::uintptr_t begin, std::size_t bytes) const {
  return polled_.empty() || std::ranges::any_of(polled_, [&](const auto& range) {
           return range.first < begin + bytes && begin < range.second;
         });
}

bool StreamCheck::is_resting(const OperationOrder& order) const {
  return resting_ != 0 && order.timeline == resting_order_.timeline && order.count == resting_order_.count;
}

void StreamCheck::drop_resting() {
  std::erase_if(pending_, [&](const Operation& o) { return is_resting(o.order); });
}

/// It has seen what the launch wrote before it came to rest; what that does later it does not know.
void StreamCheck::host_learns_of_resting() {
  for (const Operation& operation : pending_) {
    if (!is_resting(operation.order)) continue;
    for (const FootprintRun& run : operation.footprint.runs()) {
      known_of_resting_.emplace_back(run.begin * kWordBytes, (run.end - run.begin) * kWordBytes);
    }
  }
  drop_resting();
}

}  // namespace fencepost::detector
