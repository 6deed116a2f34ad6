// Launches that may begin before the one before them in their stream has ended (programmatic stream serialisation):
// those of which no thread waits for that one (griddepcontrol.wait) do not come after it.
#include <algorithm>

#include "detector/streams/check.h"

namespace fencepost::detector {

void StreamCheck::follow_launch(Operation& launch, sim::StreamNumber stream, bool overlaps) {
  awaits_primary_ = false;
  const std::uint32_t timeline = launch.order.timeline;
  const std::uint32_t count = launch.order.count;
  const auto last = last_launches_.find(stream);
  const bool follows =
      last != last_launches_.end() && last->second.timeline == timeline && last->second.count + 1 == count;
  if (overlaps && follows) launch.known = std::max(last->second.known, order_.known_to_host(timeline));
  // The legacy default stream waits for others, and they for it: what came in between orders.
  if (stream == StreamOrder::kLegacy) last_launches_.clear();
  last_launches_.erase(StreamOrder::kLegacy);
  last_launches_[stream] = {timeline, count, count - 1};
}

void StreamCheck::settle_overlap(Operation& launch, sim::StreamNumber stream) {
  if (!launch.known || awaits_primary_) return;
  launch.order.before.limit(launch.order.timeline, *launch.known);
  const auto last = last_launches_.find(stream);
  if (last != last_launches_.end() && last->second.count == launch.order.count) last->second.known = *launch.known;
}

}  // namespace fencepost::detector
