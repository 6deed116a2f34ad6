// `fencepost run`: compile if needed, run, report.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::cli {

/// Exit statuses of DESIGN §5.
inline constexpr int kBadUsage = 2;
inline constexpr int kDoesNotCompile = 3;

/// What `fencepost run` is asked to do.
struct RunRequest {
  std::string file;                             ///< A .cu file or an executable.
  std::vector<std::string> program_arguments;   ///< After "--".
  std::vector<std::string> compiler_arguments;  ///< -I, -D, …, --nvcc-args.
  std::string runtime_options;                  ///< FENCEPOST_OPTIONS of the run, without the user's own.
};

/// Takes out of `words` (those after "run") what CLI11 cannot read: the compiler's options, which begin with one dash,
/// and the program's arguments after "--".
void take_foreign_words(std::vector<std::string>& words, RunRequest& request);

/// Adds the subcommand `run` with its options. When it was given, `request` is complete after app.parse().
CLI::App* add_run_command(CLI::App& app, RunRequest& request);

/// Does it. Returns the exit status; messages go to standard error.
int run(const RunRequest& request);

}  // namespace fencepost::cli
