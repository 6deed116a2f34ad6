#include "detector/streams/history.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {

std::string lane_kind(sim::StreamKind kind) {
  switch (kind) {
    case sim::StreamKind::kLegacyDefault:
      return "default";
    case sim::StreamKind::kPerThreadDefault:
      return "per-thread default";
    case sim::StreamKind::kBlocking:
      return "blocking";
    case sim::StreamKind::kNonBlocking:
      return "non-blocking";
    case sim::StreamKind::kGraph:
      return "graph";
    case sim::StreamKind::kDevice:
      return "device";
  }
  return {};
}

StreamHistory::StreamHistory() {
  lanes_[kHost] = {"the host", "host", 0, {}};
  begin_lane(0, "the default stream", sim::StreamKind::kLegacyDefault);
}

void StreamHistory::begin_lane(Lane lane, const std::string& name, sim::StreamKind kind) {
  LaneState& state = lanes_[lane];  // That of a graph's branch begins with each launch.
  state.name = name;
  state.kind = lane_kind(kind);
}

void StreamHistory::end_lane(Lane lane) {
  constexpr std::size_t kEnded = 64;
  if (lane == 0 || lane == kHost || !lanes_.contains(lane)) return;
  ended_.push_back(lane);
  if (ended_.size() <= kEnded) return;
  lanes_.erase(ended_.front());
  ended_.pop_front();
}

StreamHistory::Issued StreamHistory::add(Lane lane, const HistoryStep& step) {
  LaneState& state = lanes_[lane];
  state.last.push_back({step, lane, ++sequence_, ++state.steps});
  const Issued issued = state.last.back();
  if (state.last.size() > kSteps) state.last.pop_front();
  return issued;
}

std::set<StreamHistory::Lane> StreamHistory::lanes_between(const Issued& first, Lane second, std::uint64_t last) const {
  std::set<Lane> chosen = {kHost, first.lane, second};
  const auto choose = [&](Lane lane) {
    if (chosen.size() < kLanes && lanes_.contains(lane)) chosen.insert(lane);
  };
  // What the host waited for instead comes before what just happened to be issued.
  for (const Issued& issued : lanes_.at(kHost).last) {
    if (first.sequence < issued.sequence && issued.step.awaited) choose(*issued.step.awaited);
  }
  for (const auto& [lane, state] : lanes_) {
    const bool is_between = std::ranges::any_of(
        state.last, [&](const Issued& issued) { return first.sequence < issued.sequence && issued.sequence < last; });
    if (is_between) choose(lane);
  }
  return chosen;
}

std::shared_ptr<const StreamTimeline> StreamHistory::timeline(const Issued& first, const Issued* second,
                                                              const Location& host) const {
  const Lane second_lane = second != nullptr ? second->lane : kHost;
  if (first.sequence == 0 || !lanes_.contains(first.lane) || !lanes_.contains(second_lane)) return nullptr;
  const std::uint64_t last = second != nullptr ? second->sequence : sequence_ + 1;
  auto result = std::make_shared<StreamTimeline>();
  std::map<Lane, std::uint32_t> index;
  std::vector<Issued> shown;
  const auto show_lane = [&](Lane lane) {
    const LaneState& state = lanes_.at(lane);
    index[lane] = static_cast<std::uint32_t>(result->lanes.size());
    result->lanes.push_back({state.name, state.kind});
    const bool is_theirs = lane == kHost || lane == first.lane || lane == second_lane;
    for (const Issued& issued : state.last) {
      if (issued.sequence <= last && (is_theirs || issued.sequence > first.sequence)) shown.push_back(issued);
    }
  };
  const std::set<Lane> lanes = lanes_between(first, second_lane, last);
  show_lane(kHost);
  for (const Lane lane : lanes) {
    if (lane != kHost) show_lane(lane);
  }
  const auto is_shown = [&](const Issued& one) {
    return std::ranges::any_of(shown, [&](const Issued& each) { return each.sequence == one.sequence; });
  };
  if (!is_shown(first)) shown.push_back(first);
  if (second == nullptr) {
    shown.push_back({{.kind = StepKind::kHostAccess}, kHost, last, lanes_.at(kHost).steps + 1});
  } else if (!is_shown(*second)) {
    shown.push_back(*second);
  }
  std::ranges::sort(shown, {}, &Issued::sequence);
  for (const Issued& issued : shown) {
    const HistoryStep& step = issued.step;
    if (step.awaited && !index.contains(*step.awaited)) continue;
    TimelineStep told{.kind = step.kind, .lane = index.at(issued.lane), .number = issued.number};
    if (step.call != nullptr) told.call = step.call;
    if (step.kernel_pc != nullptr) told.call = Sites::instance().symboliser().function(step.kernel_pc);
    if (step.pc != nullptr) told.location = line_of_call(step.pc);
    if (step.kind == StepKind::kHostAccess) told.location = host;
    told.event = step.event;
    if (step.awaited) told.awaited = index.at(*step.awaited);
    told.host_waits = step.host_waits;
    if (issued.sequence == first.sequence) told.access = 0;
    if (issued.sequence == last) told.access = 1;
    result->steps.push_back(std::move(told));
  }
  return result;
}

}  // namespace fencepost::detector
