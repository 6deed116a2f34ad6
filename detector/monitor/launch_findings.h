// From records of addresses and ranks to findings in the user's words.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "detector/findings/findings.h"
#include "detector/model/finding.h"
#include "detector/monitor/barrier_monitor.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/race_log.h"
#include "sim/interface/events.h"

namespace fencepost::detector {

/// "1 byte", "12 bytes".
std::string bytes_text(std::uint64_t bytes);
/// How, and the place: " at app.cu:12"; empty if that is not known.
std::string at_text(const char* how, const Location& where);

/// Why the kernels and copies of a device cannot use the address, which is one for mapped memory: "memory that was
/// unmapped at app.cu:12". Empty if they can, or it is none.
struct MessageAndHint {
  std::string message, hint;
};
MessageAndHint unmapped_text(const void* address, sim::DeviceNumber device);

/// One side of a finding, in the user's words.
FindingAccess access_side(const RaceSide&, const sim::LaunchInfo&);

/// What the records of a launch's races do not tell.
struct RaceFacts {
  bool same_value_is_error = false;
  bool handed_over = false;       ///< Some thread of the launch has passed on memory by a flag.
  std::set<SiteId> async_copies;  ///< Sites of asynchronous copies.
};

/// Adds one finding for each pair of lines, and the calls that lead there: `x += 1` both reads and writes, and yet is
/// one mistake.
void add_races(const sim::LaunchInfo&, const RaceLog&, const RaceFacts&, Findings&);

/// Likewise, one for each line.
void add_faults(const sim::LaunchInfo&, const FaultLog&, Findings&);

Finding standstill_finding(const sim::LaunchInfo&, const Standstill&);
Finding stop_finding(const sim::LaunchInfo&, const sim::Stop&);

/// A finding of the launch, with nothing but that.
Finding finding_of_launch(const sim::LaunchInfo&, Kind kind);

}  // namespace fencepost::detector
