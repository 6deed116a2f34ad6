// Launches that wait for others (sim/runtime/resting/held_work.h). What one has accessed when it comes to rest is
// pending like an operation of its own. Where its accesses are kept one by one, what it does when it goes on is another
// operation, a segment; else that takes the place of the first.
#include <algorithm>
#include <utility>

#include "detector/streams/check.h"

namespace fencepost::detector {
namespace {

/// An atomic operation that writes looks, too; one that only stores is not told apart.
bool may_look(unsigned kind) { return (kind & kStrong) != 0 && ((kind & kWrites) == 0 || (kind & kIsAtomic) != 0); }

/// The other one looks, by a strong access, at what the first has written by a strong write.
bool observes(const Footprint& reader, const Footprint& writer) {
  bool found = false;
  reader.each_overlap(writer, [&](const FootprintRun& a, const FootprintRun& b, std::uint64_t) {
    found = may_look(a.kind) && (b.kind & kStrong) != 0 && (b.kind & kWrites) != 0;
    return !found;
  });
  return found;
}

}  // namespace

std::vector<StreamCheck::Operation>::iterator StreamCheck::running_launch(std::uint64_t launch) {
  return std::ranges::find(launches_, launch, [](const Operation& o) { return o.what.launch.number; });
}

void StreamCheck::launch_rests(const sim::LaunchInfo& launch, Footprint footprint) {
  const std::scoped_lock lock(mutex_);
  Rest& rest = rests_[launch.number];
  if (!rest.is_segment) drop(rest.order);
  rest.rests = true;
  rest.is_segment = false;
  host_ended_wait_ = false;
  rest.polled.clear();
  for (const FootprintRun& run : footprint.runs()) {
    if ((run.kind & kStrong) != 0) rest.polled.emplace_back(run.begin * kWordBytes, run.end * kWordBytes);
  }
  const auto running = running_launch(launch.number);
  if (running != launches_.end()) {
    for (const auto& [begin, bytes] : rest.known_to_host) footprint.remove(begin, bytes);
    Operation so_far;
    so_far.order = running->order;
    so_far.what = describe_launch(launch);
    so_far.what.step = running->what.step;
    so_far.descent = running->descent;
    so_far.ancestors = running->ancestors;
    so_far.footprint = std::move(footprint);
    learn_from_messages(so_far);
    rest.order = running->order = so_far.order;
    enter(std::move(so_far));
  }
  watch();
}

void StreamCheck::launch_goes_on(const sim::LaunchInfo& launch, bool segment) {
  const std::scoped_lock lock(mutex_);
  Rest& rest = rests_[launch.number];
  rest.rests = false;
  rest.is_segment = segment;
  watch();
  const auto running = running_launch(launch.number);
  if (!segment || running == launches_.end()) return;
  rest.known_to_host.clear();
  running->order = order_.issue_rest(known(launch.stream), rest.order);
}

void StreamCheck::launch_does_not_rest(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  const auto rest = rests_.find(launch);
  if (rest == rests_.end()) return;
  if (!rest->second.is_segment) drop(rest->second.order);
  rest->second.rests = false;
  rest->second.is_segment = true;
  watch();
}

void StreamCheck::forget_rest(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  rests_.erase(launch);
}

bool StreamCheck::take_end_of_wait() {
  return host_ended_wait_.load(std::memory_order_relaxed) && host_ended_wait_.exchange(false);
}

bool StreamCheck::Rest::looks_at(std::uintptr_t begin, std::size_t bytes) const {
  return polled.empty() || std::ranges::any_of(polled, [&](const auto& range) {
           return range.first < begin + bytes && begin < range.second;
         });
}

bool StreamCheck::any_rests() const {
  return std::ranges::any_of(rests_, [](const auto& entry) { return entry.second.rests; });
}

StreamCheck::Rest* StreamCheck::unfinished_rest(const OperationOrder& order) {
  for (auto& [launch, rest] : rests_) {
    const bool is_its = rest.order.timeline == order.timeline && rest.order.count == order.count;
    if (!rest.is_segment && is_its) return &rest;
  }
  return nullptr;
}

void StreamCheck::drop(const OperationOrder& order) {
  std::erase_if(pending_,
                [&](const Operation& o) { return o.order.timeline == order.timeline && o.order.count == order.count; });
}

/// It has seen what the launch wrote before it came to rest; what that does later it does not know.
void StreamCheck::host_learns_of(Rest& rest) {
  for (const Operation& operation : pending_) {
    if (operation.order.timeline != rest.order.timeline || operation.order.count != rest.order.count) continue;
    for (const FootprintRun& run : operation.footprint.runs()) {
      rest.known_to_host.emplace_back(run.begin * kWordBytes, (run.end - run.begin) * kWordBytes);
    }
  }
  drop(rest.order);
}

/// Of two launches: where one has come to rest while the other was under way, both wait for messages of others. As of
/// flags that the host looks at, what counts is the launch, not the thread that looked. What a stream writes or waits
/// for is a message whenever that was.
void StreamCheck::learn_from_messages(Operation& operation) {
  using Signal = sim::StreamOperation::Signal;
  const sim::LaunchInfo& launch = operation.what.launch;
  const bool awaits = operation.signal == Signal::kAwaits;
  if (!awaits && (!operation.what.is_launch() || !launch.orders_threads)) return;
  if (rests_.empty() && !has_signals_) return;
  const bool has_rested = !awaits && rests_.contains(launch.number);
  const auto sends = [&](const Operation& other) {
    if (!other.what.is_launch()) return other.signal == Signal::kReleases;
    const sim::LaunchInfo& writer = other.what.launch;
    if (!writer.orders_threads) return false;
    return awaits || (writer.number != launch.number && (has_rested || rests_.contains(writer.number)));
  };
  for (const Operation& other : pending_) {
    if (!sends(other)) continue;
    if (StreamOrder::happens_before(other.order, operation.order)) continue;
    if (!observes(operation.footprint, other.footprint)) continue;
    operation.order.before.learn(other.order.before);
    operation.order.before.learn(other.order.timeline, other.order.count);
  }
  order_.stream_learns(known(awaits ? operation.stream : launch.stream), operation.order.before);
}

}  // namespace fencepost::detector
