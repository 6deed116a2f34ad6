// The report for programs: JSON as in docs/report-format.md.
#pragma once

#include <string>

#include "detector/finding.h"

namespace fencepost::detector {

/// Version of the format, `fencepost.schema`. Raised when a field changes its meaning or goes; not when one is added.
inline constexpr int kReportSchema = 1;

/// The whole document, indented, ending with a newline. Bytes that are not UTF-8 are replaced by U+FFFD.
std::string render_json(const Report& report);

}  // namespace fencepost::detector
