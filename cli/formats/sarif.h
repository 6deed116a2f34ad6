// The report for code scanning services and editors: SARIF 2.1.0 (OASIS Standard, errata 01).
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// One log with one run, indented, ending with a newline. A kind of finding is a rule, with the text of `fencepost
/// explain`; a finding is a result at its first side's line. Its message links to the lines of all sides
/// (relatedLocations); each side is a thread flow from barrier to barrier, and a stack if it has callers. Findings that
/// are suppressed are results with a suppression.
std::string render_sarif(const detector::Report& report, detector::Symboliser& symboliser);

}  // namespace fencepost::cli
