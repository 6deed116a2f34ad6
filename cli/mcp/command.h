// `fencepost mcp`: for programs that write kernels.
#pragma once

#include <cstdint>
#include <string>

#include "cli/sandbox/bound_options.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

struct McpRequest {
  std::string root;  ///< Folder of sources; empty: none.
  BoundOptions bounds{.timeout = 120, .longest = 86400, .memory = "4G", .tasks = 512};
};

/// Adds the subcommand `mcp`. When it was given, `request` is complete after app.parse().
CLI::App* add_mcp_command(CLI::App& app, McpRequest& request);

/// Serves the client on standard input and output until there is no more input. Returns the exit status; SIGINT,
/// SIGTERM and SIGHUP end it, and then this process, without leaving anything.
int serve_mcp(const McpRequest& request);

}  // namespace fencepost::cli
