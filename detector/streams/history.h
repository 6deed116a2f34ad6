// What was issued last to each stream, and what the host waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "detector/model/stream_timeline.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// A step as it is kept: without words, which only a finding needs.
struct HistoryStep {
  StepKind kind{};
  const char* call = nullptr;  ///< Lives for ever; null: what the kind says.
  const void* pc = nullptr;    ///< Of the call in the user's code; null: unknown.
  const void* kernel_pc = nullptr;
  std::uint64_t event = 0;
  std::optional<sim::StreamNumber> awaited{};
  bool host_waits = false;
  std::uint64_t launch = 0;  ///< kLaunch: its number.
  std::uint64_t bytes = 0;   ///< kOperation: copied, set; 0: unknown.
};

/// "blocking", as TimelineLane has it.
std::string lane_kind(sim::StreamKind);

/// Thread safety: none.
class StreamHistory {
 public:
  using Lane = std::uint32_t;  ///< A sim::StreamNumber, or
  static constexpr Lane kHost = ~Lane{0};
  static constexpr std::size_t kSteps = 8;  ///< The last ones of a lane that are kept.
  static constexpr std::size_t kLanes = 8;  ///< Of a timeline, at most.

  struct Issued {
    HistoryStep step;
    Lane lane = 0;
    std::uint64_t sequence = 0;  ///< Among the steps of all lanes, from 1.
    std::uint64_t number = 0;    ///< Among those of its lane, from 1.
  };

  StreamHistory();
  void begin_lane(Lane, const std::string& name, sim::StreamKind);
  /// The last lanes that have ended are kept: their operations may still be pending.
  void end_lane(Lane);
  Issued add(Lane, const HistoryStep&);

  /// Of `first` and `second`, which race: the steps of their lanes and of the host that are kept, up to `second`, and
  /// those in between of lanes that had something to do there. The two are among them, however long ago the first was.
  /// Without `second` it is the host that accesses memory now, at `host`. Null if a lane is no longer known.
  [[nodiscard]] std::shared_ptr<const StreamTimeline> timeline(const Issued& first, const Issued* second,
                                                               const Location& host) const;

 private:
  struct LaneState {
    std::string name, kind;
    std::uint64_t steps = 0;
    std::deque<Issued> last;
  };

  [[nodiscard]] std::set<Lane> lanes_between(const Issued& first, Lane second, std::uint64_t last) const;

  std::map<Lane, LaneState> lanes_;
  std::deque<Lane> ended_;
  std::uint64_t sequence_ = 0;
};

}  // namespace fencepost::detector
