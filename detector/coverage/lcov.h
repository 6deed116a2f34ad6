// Coverage in a file of lcov's format (geninfo(1)), which genhtml and many editors read, and in which runs add up.
#pragma once

#include <optional>
#include <string>

#include "detector/model/coverage.h"

namespace fencepost::detector {

/// Why a run could not add to the file later: it is no such file, or cannot be written; nullopt if it can. Creates it
/// if it is not there.
std::optional<std::string> check_coverage_file(const std::string& file);

/// Adds what ran to the file, each line and way counted once for this run, and to `coverage` what the runs before had;
/// what the file says of other files stays. Processes may do so at the same time. Returns what failed.
std::optional<std::string> add_to_coverage_file(const std::string& file, Coverage& coverage);

}  // namespace fencepost::detector
