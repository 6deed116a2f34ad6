// The options of `fencepost sweep`.
#pragma once

#include "cli/base/checked_program.h"
#include "cli/sweep/run.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

/// Adds the subcommand `sweep`. When it was given, `request` and `sweep` are complete after app.parse().
CLI::App* add_sweep_command(CLI::App& app, ProgramRequest& request, SweepRequest& sweep);

}  // namespace fencepost::cli
