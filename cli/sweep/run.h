// `fencepost sweep`: a program under every configuration of a grid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/sweep/grid.h"

namespace fencepost::cli {

struct SweepRequest {
  std::vector<SweepAxis> axes;
  std::uint32_t seeds = 0;  ///< --seeds; 0: not given.
  std::string results;      ///< Folder; empty: the program's name with ".sweep".
};

/// Runs each configuration that has no result yet, several at a time, and writes one table (standard output) and one
/// report (standard error, --report) of all. May be called by any number of processes on any number of machines that
/// see the same results folder, also as ranks of a launcher (launcher.h), of which then one writes. Whatever ends it, a
/// later call goes on where it stopped; an interrupt still tells what was found.
///
/// Returns the exit status (docs/report-format.md): 130 after an interrupt, 124 if a run timed out, 128 + n if one was
/// ended by signal n, that of the findings, the first of the program's own that is not 0, 4 if a run had nothing to
/// check.
int run_sweep(const ProgramRequest& request, const SweepRequest& sweep);

}  // namespace fencepost::cli
