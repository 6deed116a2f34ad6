// `fencepost mcp`: for programs that write kernels.
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace fencepost::cli {

struct McpRequest {
  std::string root;  ///< Folder of sources; empty: none.
  double timeout = 120;
  std::string memory = "4G";
  unsigned tasks = 512;
  bool is_trusted = false;
};

/// Adds the subcommand `mcp`. When it was given, `request` is complete after app.parse().
CLI::App* add_mcp_command(CLI::App& app, McpRequest& request);

/// Serves the client on standard input and output until there is no more input. Returns the exit status; SIGINT,
/// SIGTERM and SIGHUP end it, and then this process, without leaving anything.
int serve_mcp(const McpRequest& request);

}  // namespace fencepost::cli
