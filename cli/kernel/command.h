// `fencepost kernel`: runs one kernel of a file that needs no host program.
#pragma once

#include "cli/base/checked_program.h"
#include "cli/kernel/bind.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

/// Adds the subcommand; `program` and `kernel` get what it is given.
CLI::App* add_kernel_command(CLI::App& app, ProgramRequest& program, KernelRequest& kernel);

/// Writes the host program, compiles and runs it. Returns the exit status of `fencepost run`; `words` are what the user
/// wrote behind `fencepost`.
int run_kernel(const ProgramRequest& program, const KernelRequest& kernel, const std::vector<std::string>& words);

}  // namespace fencepost::cli
