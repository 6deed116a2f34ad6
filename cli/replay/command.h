// `fencepost replay`: compile if needed, run, write a page in which a kernel can be watched.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

/// What is to be recorded, and where the page goes.
struct ReplayPageRequest {
  std::vector<std::uint64_t> launches;  ///< Empty: the first of each kernel.
  std::vector<std::string> blocks;  ///< As detector/model/block_name.h has them; empty: the first, and those that race.
  std::string output;               ///< A file; "-": standard output; empty: named after the program.
};

/// Adds the subcommand `replay` with its options. When it was given, both requests are complete after app.parse().
CLI::App* add_replay_command(CLI::App& app, ProgramRequest& program, ReplayPageRequest& request);

/// Runs and writes the page (docs/replay.md). The exit status is that of the run, or 2 if what was asked for is not
/// there or cannot be written; messages go to standard error.
int replay(const ProgramRequest& program, const ReplayPageRequest& request);

}  // namespace fencepost::cli
