// Reads back a report that render_json() wrote.
#pragma once

#include <optional>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// nullopt, and in `error` why, if `text` is no JSON report of this version's schema. Rendered again, a report of this
/// version is the same text. Whatever `text` is, memory stays within some hundred times its size.
std::optional<Report> parse_json_report(const std::string& text, std::string& error);
std::optional<Report> parse_json_report(const std::string& text);

/// The report in `file`. The error names the file: "old.json: no report of Fencepost: …".
std::optional<Report> read_report(const std::string& file, std::string& error);

/// False if a finding has none: then the report is of a version before there were any.
bool has_fingerprints(const Report& report);

}  // namespace fencepost::detector
