#include "detector/streams/step_teller.h"

#include <algorithm>
#include <iterator>

namespace fencepost::detector {

StepTeller::StepTeller(const StreamOrder& order, StepListener* listener) : order_(order), listener_(listener) {
  if (!listens()) return;
  listener_->on_lane(StreamHistory::kHost, "the host", "host");
  lane(StreamOrder::kLegacy, "the default stream", sim::StreamKind::kLegacyDefault);
}

void StepTeller::lane(StreamHistory::Lane number, const std::string& name, sim::StreamKind kind) {
  if (listens()) listener_->on_lane(number, name, lane_kind(kind));
}

void StepTeller::prepare(StreamHistory::Lane lane) {
  if (!listens()) return;
  known_ = order_.known_to_host();
  if (lane != StreamHistory::kHost) known_.learn(order_.known_to_stream(lane));
}

/// The step of the operation, or of the last one before it that is one of its own.
const StepTeller::Operation* StepTeller::operation(std::uint32_t timeline, std::uint32_t count) const {
  const auto of_timeline = operations_.find(timeline);
  if (of_timeline == operations_.end()) return nullptr;
  const auto behind = of_timeline->second.upper_bound(count);
  return behind == of_timeline->second.begin() ? nullptr : &std::prev(behind)->second;
}

/// The last operations that `now` knows and `known` does not, but for those before another one of them.
std::vector<std::uint64_t> StepTeller::latest(const StreamClock& now, const StreamClock& known) const {
  struct Candidate {
    std::uint32_t timeline = 0, count = 0;
    const Operation* operation = nullptr;
  };
  std::vector<Candidate> candidates;
  for (std::uint32_t timeline = 0; timeline < now.timelines(); ++timeline) {
    if (now.of(timeline) <= known.of(timeline)) continue;
    const Operation* const last = operation(timeline, now.of(timeline));
    if (last != nullptr) candidates.push_back({timeline, now.of(timeline), last});
  }
  std::vector<std::uint64_t> found;
  for (const Candidate& one : candidates) {
    const bool follows = std::ranges::any_of(candidates, [&](const Candidate& other) {
      return other.operation != one.operation && other.operation->before.of(one.timeline) >= one.count;
    });
    if (!follows) found.push_back(one.operation->sequence);
  }
  std::ranges::sort(found);
  return found;
}

void StepTeller::tell(const StreamHistory::Issued& issued, const OperationOrder* order) {
  if (!listens()) return;
  const HistoryStep& step = issued.step;
  const bool by_host = issued.lane == StreamHistory::kHost;
  StreamClock now = by_host ? order_.known_to_host() : order_.known_to_stream(issued.lane);
  if (order != nullptr) now = order->before;
  std::vector<std::uint64_t> after;
  const auto record = step.kind == StepKind::kEventRecord ? records_.end() : records_.find(step.event);
  if (record != records_.end()) {
    known_.learn(record->second.clock);
    if (record->second.lane != issued.lane) after.push_back(record->second.sequence);
  }
  std::ranges::copy(latest(now, known_), std::back_inserter(after));
  if (step.kind == StepKind::kEventRecord) records_[step.event] = {issued.lane, issued.sequence, now};
  if (order != nullptr && kept_ < kMostKept) {
    ++kept_;
    operations_[order->timeline][order->count] = {issued.sequence, order->before};
  }
  listener_->on_step(issued, after);
}

}  // namespace fencepost::detector
