// A CUDA source, a script or an executable, compiled if needed and run: what the subcommands of `fencepost` have in
// common.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/base/child_process.h"
#include "cli/base/compile_cache.h"
#include "detector/model/options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fencepost::cli {

/// Exit statuses of `fencepost` itself (docs/report-format.md).
inline constexpr int kBadUsage = 2;
inline constexpr int kDoesNotCompile = 3;
inline constexpr int kNoLaunch = 4;
inline constexpr int kTimedOut = 124;
inline constexpr int kInterrupted = 130;

/// What is to be run, and how.
struct ProgramRequest {
  std::string file;                             ///< A .cu file, a Python script or an executable.
  std::string shown_file;                       ///< What reports call `file`, if we wrote that; else empty.
  std::vector<std::string> program_arguments;   ///< After "--".
  std::vector<std::string> compiler_arguments;  ///< -I, -D, …, --nvcc-args.
  bool is_part = false;                         ///< Of a program: what nobody calls is left out, with what it needs.
  std::string runtime_options;                  ///< FENCEPOST_OPTIONS of the run, without the user's own.
  std::uint32_t runs = 0;                       ///< --runs of `fencepost run`; 0: not given.
  ChildOutput output = ChildOutput::kShared;    ///< Where the program's standard output goes.
  ChildOutput compiler_output = ChildOutput::kShared;  ///< And the compiler's.
};

/// How many words from the first of `words` on are not of `command` (a subcommand that takes a program), which CLI11
/// cannot read: an option of the compiler with its value, "--" and all words after it. 0: the first is for the command.
std::size_t foreign_words(const CLI::App& command, std::span<const std::string> words);

/// Takes those out of `words`, what was written after the subcommand's name. Throws std::runtime_error if --nvcc-args
/// has an open quotation.
void take_foreign_words(const CLI::App& command, std::vector<std::string>& words, ProgramRequest& request);

/// Adds FILE, --nvcc-args and --allow-no-launch to a command that takes a program. Returns the last.
CLI::Option* add_program_words(CLI::App& command, ProgramRequest& request);

/// For ProgramRequest::runtime_options of such a command, once parsed: those among `names`, and --require-launch.
std::string runtime_options_of(const CLI::App& command, const std::vector<std::string>& names,
                               const CLI::Option& allow_no_launch);

/// Every option given to `command` that is among `names`, as text for FENCEPOST_OPTIONS.
std::string given_options(const CLI::App& command, const std::vector<std::string>& names);

/// A program ready to run.
struct PreparedProgram {
  std::string path;                     ///< Of the executable.
  std::string source;                   ///< For kProgramVariable; empty: `path` is the user's own checked executable.
  std::string script;                   ///< What `path` shall interpret; empty: nothing.
  bool needs_library = false;           ///< It was not built by fencepost-nvcc: library_environment().
  std::string option_text;              ///< FENCEPOST_OPTIONS of the run: the user's own and the request's.
  detector::Options options;            ///< The same, parsed.
  std::unique_ptr<CompileCache> cache;  ///< Where the executable lies, if it was compiled.
};

/// Tells it on standard error, and returns kBadUsage.
int usage_error(const std::string& message);

/// What is wrong with the request's options of the compiler, one of which keeps it from making a program; empty if
/// nothing is.
std::string compiler_option_error(const ProgramRequest& request);

/// Checks the request and compiles (or finds in the cache). Returns 0, or the exit status after a message.
int prepare_program(const ProgramRequest& request, PreparedProgram& program);

/// Runs it with the request's arguments and these options.
ChildEnd run_prepared(const PreparedProgram& program, const ProgramRequest& request, const std::string& options,
                      ChildOutput output);

/// Compiles (or finds in the cache) and runs. Returns the exit status (docs/report-format.md); messages go to standard
/// error.
int run_program(const ProgramRequest& request);

/// Where a file lies that comes with this program, `path` being relative to the program's own folder:
/// "fencepost-nvcc", "../share/fencepost/kernels". Same in the build and in the installation.
std::string beside_this_program(const std::string& path);

}  // namespace fencepost::cli
