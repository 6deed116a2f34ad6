#include "cli/fuzz/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "detector/model/options.h"
#include "detector/options/program_options.h"

namespace fencepost::cli {
namespace {

constexpr const char* kSearchOptions = "Search";

constexpr char kFooter[] =
    "  fencepost fuzz scan.cu:scan --time 60\n"
    "  fencepost fuzz scan.cu:scan --block 32..1024 --grid '(n + block - 1) / block' \\\n"
    "      --arg n=1..100000 --arg 'a=float[n]' --assume 'block % 32 == 0'\n"
    "  fencepost fuzz app.cu -- {n:1..4096} @@ --fast\n\n"
    "Of a kernel everything varies that is not given: grid, block, numbers, contents of arrays, the order\n"
    "of threads. --arg takes what fencepost kernel takes, and NAME=LEAST..GREATEST. An array without a size\n"
    "is made large, and accesses beyond it are not told; with a size, [n * 2], they are. Contents vary\n"
    "unless given; :random(min=0,max=255) says between what.\n\n"
    "Of a program, {NAME:LEAST..GREATEST} in its arguments varies; without any, words that are numbers do.\n"
    "@@ is a file that varies; --input and --stdin say how it, and standard input, begin.\n\n"
    "Inputs that reach something new are kept in fencepost-fuzz/ (--corpus), and tried first by the next\n"
    "call, which goes on from there. Each finding comes with the smallest input found for it and the command\n"
    "that runs it again.\n\n"
    "Exit status: 66 something was found, 0 nothing, 2 bad usage, 3 does not compile, 4 no kernel was\n"
    "launched, 130 interrupted.";

void add_number(CLI::App& command, const std::string& name, const std::string& type, const std::string& help,
                const std::function<bool(double)>& set) {
  const auto parse = [name, set](const CLI::results_t& results) {
    const std::string& text = results.back();
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != 0 || !std::isfinite(value) || value <= 0 || !set(value)) {
      throw CLI::ValidationError(name, "'" + text + "' is not valid; give a " +
                                           (name == "--runs" ? "whole number from 1 to 1000000000" : "number above 0"));
    }
    return true;
  };
  command.add_option(name, parse, help)->type_name(type)->type_size(1)->allow_extra_args(false);
}

}  // namespace

CLI::App* add_fuzz_command(CLI::App& app, ProgramRequest& program, FuzzRequest& fuzz) {
  CLI::App* command = app.add_subcommand("fuzz", "Search for inputs of a kernel or program that show findings");
  command->footer(kFooter);
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  command->get_option("--jobs")->description("Runs at the same time (default: one per core)");
  command->get_option("--seed")->description("Of the search (default: 1)");
  command->get_option("--timeout")->description("Stop a run after this long, which is a finding (default: 5)");
  for (const char* const name : {"--profile", "--schedule", "--first", "--verbose", "--coverage"}) {
    command->remove_option(command->get_option(name));
    std::erase(names, name);
  }
  command->option_defaults()->group(kSearchOptions);
  command->add_option("FILE[:KERNEL]", fuzz.kernel.target, "A CUDA source and a kernel; or a program")->required();
  const auto one = [&](const char* name, std::string& value, const char* type, const char* help) {
    command->add_option(name, value, help)->type_name(type)->type_size(1)->allow_extra_args(false);
  };
  const auto several = [&](const char* name, std::vector<std::string>& values, const char* type, const char* help) {
    command->add_option(name, values, help)
        ->type_name(type)
        ->type_size(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add_number(*command, "--time", "SECONDS", "How long (default: 60, without --runs)", [&fuzz](double value) {
    fuzz.seconds = value;
    return true;
  });
  add_number(*command, "--runs", "N", "How many inputs", [&fuzz](double value) {
    constexpr double kMost = 1e9;
    fuzz.runs = value <= kMost ? static_cast<std::uint64_t>(value) : 0;
    return value == std::floor(value) && value <= kMost;
  });
  one("--corpus", fuzz.corpus, "FOLDER", "Where inputs are kept (default: fencepost-fuzz/FILE.KERNEL)");
  one("--grid", fuzz.kernel.grid, "X[,Y[,Z]]", "Of a kernel: numbers, LEAST..GREATEST, or arithmetic of the arguments");
  one("--block", fuzz.kernel.block, "X[,Y[,Z]]", "Likewise");
  one("--shared", fuzz.kernel.shared, "BYTES", "Likewise, dynamic shared memory (default: 49152 if there is any)");
  several("--arg", fuzz.kernel.arguments, "NAME=VALUE", "An argument of the kernel, or its range (repeatable)");
  several("--assume", fuzz.kernel.assumptions, "CONDITION", "What inputs have to fulfil: 'n % 32 == 0' (repeatable)");
  command->add_flag("--cooperative", fuzz.kernel.cooperative, "Launch the kernel so that grid.sync() works");
  one("--stdin", fuzz.standard_input, "FILE", "Vary the program's standard input, which begins as FILE");
  one("--input", fuzz.input_file, "FILE", "What the file @@ begins as");
  command->option_defaults()->group(detector::kOwnOptions);
  command->add_flag("--allow-no-launch", fuzz.allow_no_launch, "No kernel has to be launched");
  command->add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  command->callback([command, options, names, &program] {
    program.runtime_options = given_options(*command, names);
    program.runtime_options += program.runtime_options.empty() ? "--coverage" : " --coverage";
  });
  return command;
}

}  // namespace fencepost::cli
