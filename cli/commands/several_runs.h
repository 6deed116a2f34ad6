// `fencepost run --runs K`: the same program under several orders of its threads.
#pragma once

#include <cstdint>

#include "cli/base/checked_program.h"

namespace fencepost::cli {

/// Runs `request` `runs` times with --schedule random, the seeds counting up from the request's, and with --jobs 1, so
/// that each run can be repeated exactly. Prints and writes one report of what all runs have found (ReportUnion). The
/// first run has the program's input and shows its output; the others run silently. A run that ends badly does not
/// keep the others from running; an interrupt does.
///
/// Returns the exit status (docs/report-format.md): 130 after an interrupt, 124 if a run timed out, 128 + n if one was
/// ended by signal n, that of the findings, the first of the program's own that is not 0, 4 if there was nothing to
/// check.
int run_several(const ProgramRequest& request, std::uint32_t runs);

}  // namespace fencepost::cli
