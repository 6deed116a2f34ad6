// `fencepost check`: every checked process below a command, in one report.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::cli {

struct CheckRequest {
  std::vector<std::string> command;  ///< After "--".
  std::string options;               ///< That were given, as text for FENCEPOST_OPTIONS.
  bool allow_no_launch = false;
  bool gives_libraries = false;  ///< library_environment().
  bool fails_processes = false;  ///< Findings also change the exit status of the processes.
};

/// Takes COMMAND out of `words` (those after the subcommand's name).
void take_command(std::vector<std::string>& words, CheckRequest& request);

/// Adds the subcommand with its options. When it was given, `request` is complete after app.parse().
CLI::App* add_check_command(CLI::App& app, CheckRequest& request);

/// Runs the command, reports. Returns the exit status that docs/check.md tells.
int check(const CheckRequest& request);

}  // namespace fencepost::cli
