// What has changed from one report to another.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Findings by fingerprint, in each list errors first. They belong to the reports.
struct ReportDiff {
  std::vector<const Finding*> added;       ///< Only in the new report; or a warning before, and an error now.
  std::vector<const Finding*> gone;        ///< Only in the old one.
  std::vector<const Finding*> same;        ///< In both: as the new one has them.
  std::vector<const Finding*> suppressed;  ///< In the old one; a rule or a comment suppresses them now.
};

/// Both reports must outlive the result. What a baseline suppressed in a report counts as found, what rules and
/// comments suppressed does not.
ReportDiff diff_of(const Report& before, const Report& after);

/// For people: new findings in full, then the fixed ones and the others in one line each, then the counts.
std::string render_diff(const ReportDiff& diff, Symboliser& symboliser, std::size_t columns, bool colour);

/// For programs: lists of findings as in a report, and the counts.
std::string render_diff_json(const ReportDiff& diff);

}  // namespace fencepost::detector
