// The subcommand `fencepost fuzz`.
#pragma once

#include "cli/base/checked_program.h"
#include "cli/fuzz/run.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

/// Adds the subcommand; `program` and `fuzz` get what it is given.
CLI::App* add_fuzz_command(CLI::App& app, ProgramRequest& program, FuzzRequest& fuzz);

}  // namespace fencepost::cli
