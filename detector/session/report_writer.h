// The report of a checked program: printed, and written to the places that its options name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Why one of the reports that are asked for cannot be written, if that is known before the run; nullopt if they can.
std::optional<std::string> report_problem(const Options& options);

/// Prints the report on standard error, in the format that was asked for. False after a message.
bool print_report(const Report& report, const Options& options, Symboliser& symboliser);

/// Writes it to `options.reports`, each of them even if another cannot be written. False after a message for each that
/// could not.
bool write_reports(const Report& report, const Options& options, Symboliser& symboliser);

}  // namespace fencepost::detector
