// How well a kernel would use the lanes and the memory of a GPU: what `--profile` counts.
//
// Definitions, and what the figures leave out: docs/profile.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Warps executing basic blocks. A step is one warp executing one block; of its lanes some are active.
struct LaneActivity {
  std::uint64_t steps = 0;
  std::uint64_t active = 0;  ///< Lanes, summed over the steps.
  std::uint64_t width = 32;  ///< Lanes of a warp.

  [[nodiscard]] std::uint64_t idle() const { return width * steps - active; }
  /// SIMT efficiency, 0 to 1; 1 if there was no step.
  [[nodiscard]] double efficiency() const {
    return steps == 0 ? 1 : static_cast<double>(active) / static_cast<double>(width * steps);
  }
};

/// Warps accessing shared memory.
struct SharedTraffic {
  std::uint64_t accesses = 0;  ///< By a warp: one for all its lanes.
  std::uint64_t passes = 0;    ///< In which the banks serve them.
  std::uint64_t least = 0;     ///< Passes that would do without bank conflicts.

  [[nodiscard]] std::uint64_t excess() const { return passes - least; }
  /// 1: no conflict; 32: every access of every lane waits for the others.
  [[nodiscard]] double conflict_degree() const {
    return least == 0 ? 1 : static_cast<double>(passes) / static_cast<double>(least);
  }
};

/// Warps accessing global memory.
struct GlobalTraffic {
  std::uint64_t requests = 0;  ///< By a warp: one for all its lanes.
  std::uint64_t sectors = 0;   ///< Of 32 bytes, moved for them.
  std::uint64_t least = 0;     ///< Sectors that would hold the bytes that the lanes asked for.

  [[nodiscard]] std::uint64_t excess() const { return sectors - least; }
  [[nodiscard]] double sectors_per_request() const {
    return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
  }
  /// 0 to 1; 1 if there was no request.
  [[nodiscard]] double efficiency() const {
    return sectors == 0 ? 1 : static_cast<double>(least) / static_cast<double>(sectors);
  }
};

struct ProfileCounts {
  LaneActivity lanes;
  SharedTraffic shared;
  GlobalTraffic global;

  void add(const ProfileCounts& other);
};

/// One source line of a kernel, or of a function it calls.
struct LineProfile {
  Location location;  ///< line 0 if unknown.
  ProfileCounts counts;
};

/// All launches of one kernel.
struct KernelProfile {
  std::string kernel;  ///< Demangled, with parameter types.
  std::uint64_t launches = 0;
  ProfileCounts total;
  std::vector<LineProfile> lines;  ///< By location.
  std::uint64_t cut = 0;           ///< Intervals of a warp that were too long to be kept whole.
};

struct Profile {
  std::vector<KernelProfile> kernels;  ///< In order of their first launch.
  bool has_blocks = false;             ///< Some code was compiled for the profile; if not, nothing was counted.
};

inline void ProfileCounts::add(const ProfileCounts& other) {
  lanes.steps += other.lanes.steps;
  lanes.active += other.lanes.active;
  lanes.width = std::max(lanes.width, other.lanes.width);
  shared.accesses += other.shared.accesses;
  shared.passes += other.shared.passes;
  shared.least += other.shared.least;
  global.requests += other.global.requests;
  global.sectors += other.global.sectors;
  global.least += other.global.least;
}

}  // namespace fencepost::detector
