// Findings as the detector would make them, for the tests of the report writers.
#pragma once

#include <cstdint>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

inline FindingAccess access_of(AccessKind kind, std::uint32_t thread, std::uint32_t line, const std::string& file) {
  FindingAccess access;
  access.kind = kind;
  access.thread = {thread, 0, 0};
  access.interval = 3;
  if (line != 0) {
    access.location = {file, line, "scan(int const*, int*, int)"};
    access.stack = {access.location};
  }
  return access;
}

inline Finding race_finding(const std::string& file) {
  Finding finding;
  finding.kind = Kind::kRace;
  finding.severity = Severity::kError;
  finding.space = Space::kShared;
  finding.scope = Scope::kIntraBlock;
  finding.kernel = "scan(int const*, int*, int)";
  finding.launch = 1;
  finding.grid = {4, 1, 1};
  finding.block_dim = {256, 1, 1};
  finding.object = Object{"tile", 1024, {file, 2, ""}};
  finding.offset = 68;
  finding.size = 4;
  finding.element = "tile[17]";
  finding.interval = 3;
  finding.interval_begin = Location{file, 3, ""};
  finding.interval_end = Location{file, 6, ""};
  finding.occurrences = 1920;
  finding.accesses = {access_of(AccessKind::kWrite, 18, 5, file), access_of(AccessKind::kRead, 17, 4, file)};
  finding.message = "two threads of a block access tile[17] with no barrier between them";
  finding.hint = "put __syncthreads() between the two lines";
  return finding;
}

/// Threads 0–15 wait at line 3, even ones of 16–30 at line 6, the rest have left.
inline Finding divergence_finding(const std::string& file) {
  Finding finding = race_finding(file);
  finding.kind = Kind::kBarrierDivergence;
  finding.space = Space::kNone;
  finding.object.reset();
  finding.element.clear();
  finding.size = 0;
  finding.occurrences = 1;
  finding.grid = {1, 1, 1};
  finding.block_dim = {32, 1, 1};
  finding.accesses.clear();
  finding.interval_end.reset();
  for (std::uint32_t t = 0; t < 32; ++t) {
    const bool leaves = t >= 16 && t % 2 == 1;
    finding.accesses.push_back(leaves ? access_of(AccessKind::kExit, t, 0, file)
                                      : access_of(AccessKind::kBarrier, t, t < 16 ? 3 : 6, file));
  }
  finding.message = "threads of one block wait at different barriers";
  finding.hint = "move the barrier out of the branch";
  return finding;
}

}  // namespace fencepost::detector
