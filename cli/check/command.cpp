#include "cli/check/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include "cli/base/checked_program.h"
#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "detector/model/options.h"

namespace fencepost::cli {

void take_command(std::vector<std::string>& words, CheckRequest& request) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return;
  request.command.assign(std::next(dashes), words.end());
  words.erase(dashes, words.end());
}

CLI::App* add_check_command(CLI::App& app, CheckRequest& request) {
  CLI::App* command = app.add_subcommand("check", "Run COMMAND; one report of every checked program below it");
  command->footer(
      "  fencepost check -- make check\n"
      "  fencepost check --report races.xml --report races.html -- ctest --test-dir build -j 4\n"
      "  fencepost check --timeout 600 -- mpirun -n 4 ./app input.txt\n"
      "  fencepost check --libraries -- pytest tests\n\n"
      "Programs are checked if fencepost-nvcc built them, or 'fencepost run' runs them. They print no reports of\n"
      "their own (but with --verbose), and their exit status is their own (but with --fail-processes).\n\n"
      "Exit status: 66 if a process had a finding, else COMMAND's; 2 bad usage, COMMAND cannot be started or\n"
      "something could not be written, 3 a source does not compile, 4 no kernel was launched, 124 timeout,\n"
      "130 interrupted.");
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  add_print_options(*command, options->format, options->width);
  names.insert(names.end(), {"--format", "--width"});
  command->get_option("--report")->description("Write the report of all to FILE (repeatable)");
  command->get_option("--report-dir")->description("Each process also writes a JSON report of its own to DIR");
  command->get_option("--timeout")->description("End COMMAND and all below it after this long, with exit status 124");
  command->get_option("--verbose")->description("Processes also print their own reports");
  command->get_option("--jobs")->description("OS threads that run blocks, in each process (default: one per core)");
  for (const char* name : {"--profile", "--require-launch"}) {
    command->remove_option(command->get_option(name));
    std::erase(names, name);
  }
  command->add_flag("--allow-no-launch", request.allow_no_launch)
      ->description("Succeed even if no kernel was launched");
  command->add_flag("--libraries", request.gives_libraries)
      ->description("Programs find CUDA's libraries in ours: Python's (PyCUDA, cuda.core), what others have built");
  command->add_flag("--fail-processes", request.fails_processes)
      ->description("Findings also change the exit status of the process that has them");
  command->callback([command, options, names, &request] { request.options = given_options(*command, names); });
  return command;
}

}  // namespace fencepost::cli
