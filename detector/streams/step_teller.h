// Tells of all that a program issues to its streams, with what each step waits for: for a drawing of the whole program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "detector/streams/history.h"
#include "detector/streams/order.h"

namespace fencepost::detector {

/// Hears of steps in the order in which the host issues them, one at a time. Must not throw.
class StepListener {
 public:
  virtual ~StepListener() = default;
  /// A lane comes into being, or (a graph's branch) is used again. The host and the default stream are told first.
  virtual void on_lane(StreamHistory::Lane, const std::string& name, const std::string& kind) = 0;
  /// `after`: steps of other lanes, by `sequence`, that this one waits for: the operations before it are those from
  /// which one gets to it by `after`, by the order in a lane, and from steps that the host waits for to all that it
  /// issues later. No step is there that follows from the others. (What the host sees by a flag, and by a copy from
  /// pageable memory that has begun, is not told.)
  virtual void on_step(const StreamHistory::Issued&, const std::vector<std::uint64_t>& after) = 0;
};

/// Thread safety: none.
class StepTeller {
 public:
  /// `listener` may be null: then nothing is done.
  StepTeller(const StreamOrder& order, StepListener* listener);
  [[nodiscard]] bool listens() const { return listener_ != nullptr; }

  void lane(StreamHistory::Lane, const std::string& name, sim::StreamKind);
  /// Before the order is told of a step of this stream, or of the host (StreamHistory::kHost).
  void prepare(StreamHistory::Lane);
  /// Afterwards. `order`: of an operation.
  void tell(const StreamHistory::Issued&, const OperationOrder* order = nullptr);
  void remove_event(std::uint64_t event) { records_.erase(event); }

 private:
  struct Operation {
    std::uint64_t sequence = 0;
    StreamClock before;
  };
  struct Record {
    StreamHistory::Lane lane = 0;
    std::uint64_t sequence = 0;
    StreamClock clock;
  };
  static constexpr std::size_t kMostKept = 4096;  ///< Operations; of later ones no waits are told.

  [[nodiscard]] const Operation* operation(std::uint32_t timeline, std::uint32_t count) const;
  [[nodiscard]] std::vector<std::uint64_t> latest(const StreamClock& now, const StreamClock& known) const;

  const StreamOrder& order_;
  StepListener* listener_;
  StreamClock known_;  ///< What the lane of the step that comes knows.
  std::map<std::uint32_t, std::map<std::uint32_t, Operation>> operations_;  ///< By timeline and count.
  std::size_t kept_ = 0;
  std::map<std::uint64_t, Record> records_;  ///< By event.
};

}  // namespace fencepost::detector
