// What the runs of a sweep have found, all together.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/sweep/grid.h"
#include "cli/sweep/journal.h"
#include "detector/model/finding.h"
#include "detector/model/options.h"

namespace fencepost::cli {

struct SweepResult {
  detector::Report report;  ///< Of all runs; at most --max-findings findings.
  std::string table;        ///< sweep_table(), and what its results mean.
  std::size_t done = 0;     ///< Configurations that have run.
  int status = 0;           ///< Exit status (docs/report-format.md) of these runs.
};

/// `records` has at most one record for each configuration of `grid`, at its place; the result does not depend on when
/// and where they were made. Findings are attributed to the first configuration that has them; `command` is the one
/// that runs a configuration again.
SweepResult sum_up(const SweepGrid& grid, const std::vector<std::optional<SweepRecord>>& records,
                   const detector::Options& options, const std::function<std::string(std::size_t)>& command);

}  // namespace fencepost::cli
