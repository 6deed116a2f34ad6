// Findings of one cause: one mistake that was met at several pairs of lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Findings that one change to the source would probably end.
struct FindingGroup {
  std::string title;  ///< "21 warnings: race on sum in warp_reduce, reduce.cu:68-73, without __syncwarp()".
  Severity severity{};
  Kind kind{};
  std::vector<std::size_t> members;  ///< Into Report::findings, ascending. The first stands for the others.
};

/// Each of the report's findings (not those suppressed) is in just one group. Groups come in order of their first
/// members, so errors before warnings. What findings of a group have in common, always: kind, severity, space, scope,
/// the functions of their sides and what their hints ask for. Beyond that one of these:
/// - the same lines;
/// - races in a block: the same object in the same stretch between two barriers, or one new barrier would order both;
/// - other races: the same object and one line;
/// - accesses out of bounds or misaligned, leaks: neighbouring lines;
/// - reads of what nobody wrote, uses of freed memory: the same object;
/// - divergences: the same threads have left;
/// - failed calls: the same is said of them.
///
/// It is told from what a JSON report has, so that a report read from one is grouped as it was.
std::vector<FindingGroup> group_findings(const Report& report);

}  // namespace fencepost::detector
