// Reads back a report that render_json() wrote.
#pragma once

#include <optional>
#include <string>

#include "detector/finding.h"

namespace fencepost::detector {

/// nullopt if `text` is no JSON report of this version's schema. What only some reports have besides findings (profile)
/// is left out; everything else is as it was: rendered again, the text is the same.
std::optional<Report> parse_json_report(const std::string& text);

}  // namespace fencepost::detector
