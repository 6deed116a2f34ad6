// `fencepost serve`: a page on which CUDA programs are written and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/sandbox/bound_options.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

struct ServeRequest {
  std::string host = "127.0.0.1";
  unsigned port = 8765;            ///< 0: any that is free.
  std::vector<std::string> names;  ///< What else browsers may call it.
  unsigned jobs = 0;               ///< Runs at once; 0: as many as there are cores.
  BoundOptions bounds{.timeout = 60, .longest = 3600, .memory = "2G", .tasks = 256};
};

/// Adds the subcommand `serve`. When it was given, `request` is complete after app.parse().
CLI::App* add_serve_command(CLI::App& app, ServeRequest& request);

/// Serves until SIGINT, SIGTERM or SIGHUP, and leaves nothing. Returns the exit status, 0.
int serve_playground(const ServeRequest& request);

}  // namespace fencepost::cli
