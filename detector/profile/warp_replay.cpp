#include "detector/profile/warp_replay.h"

#include <algorithm>
#include <bit>

namespace fencepost::detector {
namespace {

sim::LaneBits bit_of(std::uint32_t lane) { return sim::LaneBits{1} << lane; }

/// Calls f(lane) for each lane of the mask, in order.
template <class F>
void for_each_lane(sim::LaneBits lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace

bool WarpReplay::replay(std::span<const LaneTrace> lanes, CountsByPc& counts) {
  lane_count_ = static_cast<std::uint32_t>(lanes.size());
  for (std::uint32_t i = 0; i < lane_count_; ++i) {
    const auto events = lanes[i].events();
    cursors_[i] = {events.data(), events.data() + events.size(), events.empty() ? 0 : events.front().times(),
                   lanes[i].cut()};
  }
  while (!cut_ended()) {
    const sim::LaneBits active = next_lanes();
    if (active == 0) return true;
    step(active, counts);
  }
  return false;
}

bool WarpReplay::cut_ended() const {
  return std::any_of(cursors_.begin(), cursors_.begin() + lane_count_,
                     [](const Cursor& c) { return c.cut && c.at == c.end; });
}

sim::LaneBits WarpReplay::next_lanes() const {
  sim::LaneBits lanes = 0;
  const LaneEvent* next = nullptr;
  for (std::uint32_t i = 0; i < lane_count_; ++i) {
    const Cursor& cursor = cursors_[i];
    if (cursor.at == cursor.end) continue;
    const LaneEvent& mine = *cursor.at;
    if (next != nullptr && mine.pc == next->pc && mine.value == next->value) {
      lanes |= bit_of(i);
    } else if (next == nullptr || mine.depth() > next->depth() ||
               (mine.depth() == next->depth() && mine.pc < next->pc)) {
      next = &mine;
      lanes = bit_of(i);
    }
  }
  return lanes;
}

void WarpReplay::step(sim::LaneBits lanes, CountsByPc& counts) {
  std::uint32_t times = LaneEvent::kMost;
  std::uint32_t pc = 0;
  for_each_lane(lanes, [&](std::uint32_t i) {
    times = std::min(times, cursors_[i].times);
    pc = cursors_[i].at->pc;
  });
  LaneActivity& activity = counts[pc].lanes;
  activity.steps += times;
  activity.width = sim::warp_size;
  activity.active += std::uint64_t{times} * static_cast<std::uint32_t>(std::popcount(lanes));

  sim::LaneBits finished = 0;
  for_each_lane(lanes, [&](std::uint32_t i) {
    Cursor& cursor = cursors_[i];
    cursor.times -= times;
    if (cursor.times != 0) return;
    ++cursor.at;
    finished |= bit_of(i);
  });
  sim::LaneBits accessing = finished;
  while (accessing != 0) {
    for_each_lane(accessing, [&](std::uint32_t i) {
      if (cursors_[i].at == cursors_[i].end || !cursors_[i].at->is_access()) accessing &= ~bit_of(i);
    });
    if (accessing != 0) access(accessing, counts);
  }
  for_each_lane(finished, [&](std::uint32_t i) {
    if (cursors_[i].at != cursors_[i].end) cursors_[i].times = cursors_[i].at->times();
  });
}

/// The next access of the lowest of `lanes`, made by all lanes that come to the same instruction next.
void WarpReplay::access(sim::LaneBits lanes, CountsByPc& counts) {
  const LaneEvent first = *cursors_[static_cast<std::uint32_t>(std::countr_zero(lanes))].at;
  accesses_.clear();
  for_each_lane(lanes, [&](std::uint32_t i) {
    const LaneEvent& mine = *cursors_[i].at;
    if (mine.pc != first.pc || mine.info != first.info) return;
    accesses_.push_back({.address = mine.value, .bytes = mine.bytes(), .lane = i, .atomic = mine.is_atomic()});
    ++cursors_[i].at;
  });
  ProfileCounts cost;
  if (first.is_shared()) {
    cost.shared = shared_traffic(accesses_);
  } else {
    cost.global = global_traffic(accesses_);
  }
  counts[first.pc].add(cost);
}

}  // namespace fencepost::detector
