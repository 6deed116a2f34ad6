#include "cli/sweep/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "cli/sweep/values.h"
#include "detector/model/options.h"

namespace fencepost::cli {
namespace {

constexpr char kFooter[] =
    "Every combination of the values is a configuration, and is run once, or once for each seed:\n\n"
    "  fencepost sweep app.cu --arg N=1..64,100 --blocks 32,64,128 -- {N} {BLOCKS}\n"
    "  fencepost sweep app.cu --arg N=1..64,100 --seeds 10 -- --size={N} input.txt\n"
    "  fencepost sweep app --env BLOCK=32..1024*2 --timeout 10 --report all.json\n"
    "  mpirun -n 16 fencepost sweep app --arg N=1..1000\n\n"
    "VALUES are words and ranges between commas: 1..4 is 1 2 3 4, 0..64:16 is 0 16 32 48 64, 32..256*2 is\n"
    "32 64 128 256. {NAME} stands for the value of --arg NAME, anywhere in the arguments after --, also within a\n"
    "word; {BLOCKS} for that of --blocks. Without arguments after -- the values themselves are the arguments: those\n"
    "of --arg in the order given, then that of --blocks. Fencepost does not change how a program launches: it has to\n"
    "read its sizes from its arguments or from variables of the environment (--env).\n\n"
    "Results are kept in the folder APP.sweep (--results). The same command goes on where an earlier call stopped,\n"
    "for whatever reason; if the program, the grid or the options have changed, it starts anew. Several calls, on any\n"
    "machines that see the folder, share the work.\n\n"
    "The table goes to standard output, the report of all runs to standard error and to --report.\n\n"
    "Exit status: 130 interrupted, 124 a run timed out, 128+N one was ended by signal N, 66 something was found, the\n"
    "program's own if one was not 0, 2 bad usage, 3 does not compile, 4 a run launched no kernel.";

SweepAxis axis_of(const std::string& option, const std::string& text, bool in_environment) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) {
    throw CLI::ValidationError(option, "'" + text + "' is not valid; give NAME=VALUES, e.g. N=1..64,100");
  }
  std::string error;
  const auto values = parse_values(text.substr(sign + 1), error);
  if (!values) throw CLI::ValidationError(option, "'" + text + "' is not valid; " + error);
  return {text.substr(0, sign), *values, in_environment};
}

using Axes = std::shared_ptr<std::vector<SweepAxis>>;

/// A repeatable option that adds axes.
void add_axis_option(CLI::App& command, const std::string& name, bool in_environment, const Axes& axes,
                     const std::string& help) {
  const auto add = [name, in_environment, axes](const CLI::results_t& results) {
    for (const std::string& text : results) axes->push_back(axis_of(name, text, in_environment));
    return true;
  };
  CLI::Option* option = command.add_option(name, add, help)->type_name("NAME=VALUES");
  option->type_size(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

CLI::App* add_sweep_command(CLI::App& app, ProgramRequest& request, SweepRequest& sweep) {
  CLI::App* command =
      app.add_subcommand("sweep", "Run FILE.cu with many arguments, sizes and seeds; one table and one report of all");
  command->footer(kFooter);
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  command->get_option("--jobs")->description("Runs at the same time (default: one per core)");
  command->get_option("--seed")->description("The first of the --seeds (default: 1)");
  command->get_option("--verbose")->description("Print a line for each run as it ends");
  command->get_option("--timeout")->description("Stop a run after this long; the sweep goes on");
  command->remove_option(command->get_option("--profile"));
  std::erase(names, "--profile");

  command->add_option("FILE", request.file, "A CUDA source, or an executable built by fencepost-nvcc")->required();
  const auto arguments = std::make_shared<std::vector<SweepAxis>>(),
             blocks = std::make_shared<std::vector<SweepAxis>>(),
             variables = std::make_shared<std::vector<SweepAxis>>();
  add_axis_option(*command, "--arg", false, arguments, "An argument {NAME} and its values (repeatable)");
  const auto add_blocks = [blocks](const CLI::results_t& results) {
    blocks->push_back(axis_of("--blocks", "BLOCKS=" + results.back(), false));
    return true;
  };
  command->add_option("--blocks", add_blocks, "Block sizes, the argument {BLOCKS}: --arg BLOCKS=VALUES")
      ->type_name("VALUES")
      ->type_size(1)
      ->allow_extra_args(false);
  add_axis_option(*command, "--env", true, variables, "A variable of the environment and its values (repeatable)");
  const auto set_seeds = [&sweep](const CLI::results_t& results) {
    constexpr std::uint32_t kMost = 1000000;
    const std::string& text = results.back();
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), sweep.seeds);
    if (error != std::errc() || stop != text.data() + text.size() || sweep.seeds == 0 || sweep.seeds > kMost) {
      throw CLI::ValidationError("--seeds", "'" + text + "' is not valid; give a number from 1 to 1000000");
    }
    return true;
  };
  command->add_option("--seeds", set_seeds, "Run each with --schedule random and K seeds")
      ->type_name("K")
      ->type_size(1)
      ->allow_extra_args(false);
  command->add_option("--results", sweep.results, "Folder to keep results in (default: APP.sweep)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)

      ->type_name("FOLDER");
  CLI::Option* allow = command->add_flag("--allow-no-launch");
  allow->description("A run may launch no kernel");
  command->add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  command->callback([command, options, allow, names, arguments, blocks, variables, &request, &sweep] {
    for (const Axes& axes : {arguments, blocks, variables}) {
      sweep.axes.insert(sweep.axes.end(), axes->begin(), axes->end());
    }
    request.runtime_options = given_options(*command, names);
    if (allow->count() == 0) {
      request.runtime_options += request.runtime_options.empty() ? "--require-launch" : " --require-launch";
    }
  });
  return command;
}

}  // namespace fencepost::cli
