// The report for programs: JSON as in docs/report-format.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Version of the format, `fencepost.schema`. Raised when a field changes its meaning or goes; not when one is added.
inline constexpr int kReportSchema = 1;

/// One finding.
nlohmann::ordered_json finding_json(const Finding& finding);

/// The whole document. Its strings are bytes as the program's files have them, not always UTF-8.
nlohmann::ordered_json report_json(const Report& report);

/// The same as text, indented, ending with a newline. Bytes that are not UTF-8 are replaced by U+FFFD.
std::string render_json(const Report& report);

}  // namespace fencepost::detector
