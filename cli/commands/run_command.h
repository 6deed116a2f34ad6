// `fencepost run`: compile if needed, run, report.
#pragma once

#include "cli/base/checked_program.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

/// Adds the subcommand `run` with its options. When it was given, `request` is complete after app.parse().
CLI::App* add_run_command(CLI::App& app, ProgramRequest& request);

/// Runs `request`, then, with --propose, tells which barriers would end its races. Returns the exit status
/// (docs/report-format.md).
int run(const CLI::App& command, const ProgramRequest& request);

}  // namespace fencepost::cli
