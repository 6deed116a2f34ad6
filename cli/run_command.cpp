#include "cli/run_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/barrier_proposal.h"
#include "cli/checked_program.h"
#include "cli/nvcc_temporary.h"
#include "cli/runtime_options.h"
#include "cli/several_runs.h"
#include "detector/option_parser.h"
#include "detector/options.h"
#include "detector/shell_words.h"

namespace fencepost::cli {
namespace {

int usage_error(const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return kBadUsage;
}

}  // namespace

CLI::App* add_run_command(CLI::App& app, ProgramRequest& request) {
  CLI::App* command = app.add_subcommand("run", "Compile FILE.cu if needed, run it checked, report what is wrong");
  command->footer(
      "  fencepost run app.cu -- input.txt 64\n"
      "  fencepost run -I include -DN=64 app.cu\n"
      "  fencepost run --report report.html --baseline old.json app.cu\n"
      "  fencepost run --runs 100 app.cu\n\n"
      "Program arguments come after --. Options of the compiler (-I -D -std=c++17 -lm ...) may stand\n"
      "anywhere before it, or in --nvcc-args \"...\".\n\n"
      "Exit status: the program's own if nothing was found, 66 if something was, 2 bad usage,\n"
      "3 does not compile, 4 no kernel was launched, 124 timeout.");
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  detector::add_print_options(*command, options->format, options->width);
  names.insert(names.end(), {"--format", "--width"});

  command->add_option("FILE", request.file, "A CUDA source, or an executable built by fencepost-nvcc")->required();
  CLI::Option* allow = command->add_flag("--allow-no-launch");
  allow->description("Succeed even if no kernel was launched");
  command->add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  const auto set_runs = [&request](const CLI::results_t& results) {
    constexpr std::uint32_t kMost = 1000000;
    const std::string& text = results.back();
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), request.runs);
    if (error != std::errc() || stop != text.data() + text.size() || request.runs == 0 || request.runs > kMost) {
      throw CLI::ValidationError("--runs", "'" + text + "' is not valid; give a number from 1 to 1000000");
    }
    return true;
  };
  command->add_option("--runs", set_runs, "Run K times with --schedule random, each with the next seed, and sum up")
      ->type_name("K")
      ->type_size(1)
      ->allow_extra_args(false);
  command->add_flag("--propose")
      ->description("Try out where barriers would end the races that are found, and say which do");
  command->add_flag("--strict")->description("Compile kernels without optimisation, so that it hides no access");
  const auto contracts = std::make_shared<std::string>();
  command->add_flag("--contracts{checked}", *contracts)
      ->description(
          "Check the permission contracts in comments, /*@ requires ... @*/; =strict: all of them must be understood")
      ->check(CLI::IsMember({"checked", "strict"}));
  command->callback([command, options, allow, names, contracts, &request] {
    if (!contracts->empty()) {
      request.compiler_arguments.emplace_back(*contracts == "strict" ? "--contracts=strict" : "--contracts");
    }
    request.runtime_options = given_options(*command, names);
    if (allow->count() == 0)
      request.runtime_options += request.runtime_options.empty() ? "--require-launch" : " --require-launch";
  });
  return command;
}

int run(const CLI::App& command, const ProgramRequest& request) {
  const bool proposes = command.get_option("--propose")->count() != 0;
  const CLI::Option* schedule = command.get_option("--schedule");
  if (request.runs != 0) {
    if (proposes) return usage_error("--propose is of one run; give it the --seed of a finding, and leave --runs out");
    if (schedule->count() != 0 && schedule->results().back() != "random") {
      return usage_error("--runs explores --schedule random; leave the other out");
    }
    return run_several(request, request.runs);
  }
  if (!proposes) return run_program(request);
  const TemporaryDirectory directory;
  const std::string report = directory.file("report.json");
  ProgramRequest reported = request;
  reported.runtime_options += " --report " + detector::quoted_word(report);
  const int status = run_program(reported);
  // Neither bad usage nor a failed compilation leaves a report, and each has been told. Of a run without a launch, or
  // one that was ended from outside, nothing can be said.
  constexpr std::array kToldNothing = {4, 124, 130};
  const bool told = std::ranges::find(kToldNothing, status) == kToldNothing.end();
  if (told && std::filesystem::exists(report)) {
    std::fputs(("\n" + proposal_text(propose_barriers(request, report))).c_str(), stderr);
  }
  return status;
}

}  // namespace fencepost::cli
