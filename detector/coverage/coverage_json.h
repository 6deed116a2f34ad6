// The member "coverage" of the JSON report (docs/report-format.md), and its lines in the summary.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "detector/model/coverage.h"

namespace fencepost::detector {

nlohmann::ordered_json coverage_json(const Coverage& coverage);

/// Reads it back. Throws if it is none.
Coverage coverage_of_json(const nlohmann::ordered_json& json);

/// A line for each function: `coverage: 3 of 41 lines of scan never ran: scan.cu:17, 29, 30`.
std::string coverage_text(const Coverage& coverage, std::size_t columns);

}  // namespace fencepost::detector
