// What a program issued to its streams around a race between them: for the drawing of that race.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

enum class StepKind : std::uint8_t {
  kLaunch,
  kOperation,  ///< A copy, a fill, an allocation or release in the order of the stream.
  kHostFunction,
  kEventRecord,
  kEventWait,
  kHostWait,
  kHostAccess,
};

/// One thing that the host did or put into a stream.
struct TimelineStep {
  StepKind kind{};
  std::uint32_t lane = 0;    ///< Index into StreamTimeline::lanes.
  std::uint64_t number = 0;  ///< Among all steps of its lane, from 1: where numbers are missing, steps are left out.
  std::string call;          ///< "cudaMemcpyAsync"; of a launch the kernel with its parameter types; may be empty.
  Location location;         ///< Of the call.
  std::uint64_t event = 0;   ///< Recorded or waited for, numbered from 1 as the program made them; 0: none.
  std::optional<std::uint32_t> awaited;  ///< kHostWait without event: the lane; nullopt: all streams.
  bool host_waits = false;               ///< kOperation: the call returns when it is done.
  std::optional<std::uint32_t> access;   ///< Of the two that race: index into Finding::accesses.
};

struct TimelineLane {
  std::string name;  ///< "the host", "stream 1", as in FindingAccess::by.
  std::string kind;  ///< "host", "default", "per-thread default", "blocking", "non-blocking", "graph".
};

/// Bounded: see StreamHistory.
struct StreamTimeline {
  std::vector<TimelineLane> lanes;  ///< The host first, then streams as they came into being.
  std::vector<TimelineStep> steps;  ///< As the host issued them.
};

}  // namespace fencepost::detector
