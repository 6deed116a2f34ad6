#include "detector/streams/order.h"

#include <algorithm>

namespace fencepost::detector {

void StreamClock::learn(std::uint32_t timeline, std::uint32_t count) {
  if (timeline >= counts_.size()) counts_.resize(timeline + 1);
  counts_[timeline] = std::max(counts_[timeline], count);
}

void StreamClock::limit(std::uint32_t timeline, std::uint32_t count) {
  if (timeline < counts_.size()) counts_[timeline] = std::min(counts_[timeline], count);
}

void StreamClock::learn(const StreamClock& other) {
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] = std::max(counts_[i], other.counts_[i]);
}

bool StreamClock::knows(const StreamClock& other) const {
  for (std::uint32_t i = 0; i < other.counts_.size(); ++i) {
    if (of(i) < other.counts_[i]) return false;
  }
  return true;
}

StreamOrder::StreamOrder() { add_stream(kLegacy, true); }

/// A timeline whose operations the host knows can carry on as another stream's: nobody can mistake one for the other.
std::uint32_t StreamOrder::new_timeline() {
  const auto done = std::find_if(free_timelines_.begin(), free_timelines_.end(),
                                 [&](std::uint32_t t) { return host_.of(t) >= latest_.of(t); });
  if (done == free_timelines_.end()) return ++timelines_;
  const std::uint32_t timeline = *done;
  free_timelines_.erase(done);
  return timeline;
}

void StreamOrder::add_stream(Stream stream, bool blocking, Device device) {
  State state;
  state.blocking = blocking;
  state.device = device;
  state.clock = devices_[device].begin;
  state.own.number = new_timeline();
  state.own.count = latest_.of(state.own.number);
  streams_[stream] = state;
}

void StreamOrder::add_legacy(Stream stream, Device device) {
  add_stream(stream, true, device);
  devices_[device].legacy = stream;
}

void StreamOrder::add_branch(Stream branch, Device device) {
  add_stream(branch, false, device);
  state(branch).of_graph = true;
}

void StreamOrder::remove_stream(Stream stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return;
  DeviceState& device = devices_[found->second.device];
  if (stream == device.legacy) return;
  if (found->second.blocking) device.removed_blocking.learn(found->second.clock);
  device.removed.learn(found->second.clock);
  free_timelines_.push_back(found->second.own.number);
  if (found->second.background.number != 0) free_timelines_.push_back(found->second.background.number);
  streams_.erase(found);
}

void StreamOrder::learn_blocking(StreamClock& clock, const State& legacy) const {
  for (const auto& [number, other] : streams_) {
    if (other.blocking && other.device == legacy.device && &other != &legacy) clock.learn(other.clock);
  }
  clock.learn(devices_.at(legacy.device).removed_blocking);
}

StreamOrder::State& StreamOrder::act(Stream stream) {
  State& acting = state(stream);
  const Stream legacy = devices_[acting.device].legacy;
  if (stream == legacy) {
    learn_blocking(acting.clock, acting);
  } else if (acting.blocking) {
    acting.clock.learn(state(legacy).clock);
  }
  return acting;
}

OperationOrder StreamOrder::put(State& state, Timeline& timeline) {
  OperationOrder order;
  order.timeline = timeline.number;
  order.count = ++timeline.count;
  if (!state.of_graph) order.before = host_;
  order.before.learn(state.clock);
  state.clock.learn(timeline.number, timeline.count);
  latest_.learn(timeline.number, timeline.count);
  return order;
}

OperationOrder StreamOrder::issue(Stream stream) {
  State& acting = act(stream);
  return put(acting, acting.own);
}

OperationOrder StreamOrder::issue_rest(Stream stream, const OperationOrder& so_far) {
  State& acting = state(stream);
  OperationOrder order;
  order.timeline = so_far.timeline;
  order.count = ++acting.own.count;
  order.before = so_far.before;
  order.before.learn(so_far.timeline, so_far.count);
  acting.clock.learn(order.before);
  acting.clock.learn(order.timeline, order.count);
  latest_.learn(order.timeline, order.count);
  return order;
}

OperationOrder StreamOrder::issue_across(Stream stream, std::uint32_t devices) {
  const auto takes_part = [&](Device device) { return (devices >> device & 1) != 0; };
  State& acting = act(stream);
  for (const auto& [number, other] : streams_) {
    if (takes_part(other.device)) acting.clock.learn(other.clock);
  }
  for (const auto& [number, device] : devices_) {
    if (takes_part(number)) acting.clock.learn(device.removed);
  }
  OperationOrder order = put(acting, acting.own);
  for (auto& [number, other] : streams_) {
    if (takes_part(other.device)) other.clock.learn(acting.clock);
  }
  for (auto& [number, device] : devices_) {
    if (takes_part(number)) device.begin.learn(acting.clock);
  }
  return order;
}

OperationOrder StreamOrder::issue_staged(Stream stream) {
  host_waits_for_stream(stream);
  State& acting = act(stream);
  if (acting.background.number == 0) {
    acting.background.number = new_timeline();
    acting.background.count = latest_.of(acting.background.number);
  }
  const OperationOrder returned = put(acting, acting.own);
  host_learns(returned);
  OperationOrder copy = put(acting, acting.background);
  copy.returned_timeline = returned.timeline;
  copy.returned_count = returned.count;
  return copy;
}

void StreamOrder::record(Event event, Stream stream) { events_[event].clock = act(stream).clock; }

void StreamOrder::stream_waits_for(Stream stream, Event event) {
  State& acting = act(stream);
  if (const auto found = events_.find(event); found != events_.end()) acting.clock.learn(found->second.clock);
}

/// Waiting for the legacy default stream is an action in it, so that it includes the blocking streams.
void StreamOrder::host_waits_for_stream(Stream stream) {
  const State& awaited = state(stream);
  host_.learn(stream == devices_[awaited.device].legacy ? act(stream).clock : awaited.clock);
}

void StreamOrder::host_waits_for_event(Event event) {
  if (const auto found = events_.find(event); found != events_.end()) host_.learn(found->second.clock);
}

void StreamOrder::host_waits_for_device(Device device) {
  for (const auto& [number, stream] : streams_) {
    if (stream.device == device) host_.learn(stream.clock);
  }
  host_.learn(devices_[device].removed);
}

bool StreamOrder::answer(const StreamClock& work, Answers& answers, bool looks) {
  const bool done = host_.knows(work);
  if (!looks) return done;
  answers.about.learn(host_);
  if (done || answers.about.knows(work) || answers.in_a_row == kMostInARow) {
    host_.learn(work);
    answers = {};
    return true;
  }
  answers.about = work;
  ++answers.in_a_row;
  return false;
}

/// An action in the legacy default stream, as waiting for it, only if the host learns something.
bool StreamOrder::host_queries_stream(Stream stream, bool looks) {
  StreamClock work = state(stream).clock;
  if (const State& asked = state(stream); stream == devices_[asked.device].legacy) learn_blocking(work, asked);
  return answer(work, state(stream).answers, looks);
}

bool StreamOrder::host_queries_event(Event event, bool looks) {
  const auto found = events_.find(event);
  return found == events_.end() || answer(found->second.clock, found->second.answers, looks);
}

void StreamOrder::host_learns(const OperationOrder& operation) {
  host_.learn(operation.before);
  host_.learn(operation.timeline, operation.count);
}

}  // namespace fencepost::detector
