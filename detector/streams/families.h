// Launches whose threads launch grids, and what these have done.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "detector/shadow/footprint.h"
#include "detector/streams/history.h"
#include "detector/streams/order.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// An operation as a report speaks of it. Owns what a LaunchInfo only refers to.
struct OperationDescription {
  std::string call;    ///< "cudaMemcpyAsync"; of a launch the kernel.
  std::string stream;  ///< "stream 1", "the default stream".
  sim::StreamKind stream_kind{};
  sim::DeviceNumber device = 0;  ///< Whose copies of the program's variables it accesses.
  const void* pc = nullptr;      ///< Of the call.
  sim::LaunchInfo launch;        ///< Number 0: not a launch.
  std::vector<sim::PointerArgument> arguments;
  bool is_host_function = false;
  bool of_launched_graph = false;  ///< A kernel launched it, with its graph.
  StreamHistory::Issued step;

  [[nodiscard]] bool is_launch() const { return launch.number != 0; }
};

/// What the threads of a launch accessed.
class ParentAccesses {
 public:
  virtual ~ParentAccesses() = default;
  using Visit = std::function<void(const FootprintRun& own, const FootprintRun& of_child, std::uint64_t word)>;
  /// The accesses in conflict with what was launched by `request`, or by that, that nothing orders with it.
  virtual void each_unordered(std::uint64_t request, const Footprint& of_child, const Visit&) = 0;
};

/// A launch that may have children. What its threads launch is done before it is forgotten.
struct Family {
  sim::StreamNumber stream = 0;
  sim::Descent descent;                      ///< Of the launch.
  OperationOrder order;                      ///< Likewise.
  OperationDescription what;                 ///< Likewise, when it has ended.
  StreamClock all;                           ///< It, and what it launched so far, and what that launched.
  std::unique_ptr<ParentAccesses> accesses;  ///< Null: it has not ended, or is not looked at.
  /// What was done before it ended.
  struct Early {
    OperationDescription what;
    Footprint footprint;
    std::uint64_t request = 0;
  };
  std::vector<Early> early;
  bool has_ended = false;
  using IsAwaited = std::function<bool(std::uint64_t earlier, std::uint64_t later)>;
  IsAwaited is_awaited;                       ///< Empty: nothing is.
  std::map<std::uint64_t, StreamClock> done;  ///< By request: that, and what it launched.
};

/// By the number of the launch.
using Families = std::map<std::uint64_t, Family>;

}  // namespace fencepost::detector
