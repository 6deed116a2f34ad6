// The program `fencepost`.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/checked_program.h"
#include "cli/contracts_command.h"
#include "cli/nvcc_environment.h"
#include "cli/nvcc_toolchain.h"
#include "cli/permissions_command.h"
#include "cli/prove_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/sweep_command.h"
#include "detector/explain.h"
#include "detector/names.h"
#include "detector/option_parser.h"

namespace fencepost::cli {
namespace {

int usage_error(const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return kBadUsage;
}

int explain(const std::string& name) {
  if (name.empty()) {
    std::fputs(detector::explain_all().c_str(), stdout);
    return 0;
  }
  const auto kind = detector::kind_named(name);
  if (!kind) {
    std::fprintf(stderr, "fencepost: error: no kind of finding is called '%s'\n\n%s", name.c_str(),
                 detector::explain_all().c_str());
    return kBadUsage;
  }
  std::fputs(detector::explain(*kind).c_str(), stdout);
  return 0;
}

int fencepost(std::vector<std::string> words) {
  ProgramRequest request;
  constexpr std::array<std::string_view, 4> kWithProgram = {"run", "sweep", "permissions", "prove"};
  if (!words.empty() && std::ranges::find(kWithProgram, words.front()) != kWithProgram.end()) {
    std::vector<std::string> rest(words.begin() + 1, words.end());
    take_foreign_words(rest, request);
    words.resize(1);
    words.insert(words.end(), rest.begin(), rest.end());
  }
  CLI::App app("Runs CUDA C++ programs on the CPU and finds the races in their kernels.", "fencepost");
  app.set_version_flag("--version", "fencepost " FENCEPOST_VERSION);
  app.require_subcommand(1);
  const CLI::App* run_command = add_run_command(app, request);
  SweepRequest sweep;
  const CLI::App* sweep_command = add_sweep_command(app, request, sweep);
  PermissionsRequest permissions;
  const CLI::App* permissions_command = add_permissions_command(app, request, permissions);
  const CLI::App* prove_command = add_prove_command(app, request);
  ContractsRequest contracts;
  const CLI::App* contracts_command = add_contracts_command(app, contracts);
  ReportRequest report;
  const CLI::App* report_command = add_report_command(app, report);
  DiffRequest diff;
  const CLI::App* diff_command = add_diff_command(app, diff);
  std::string kind;
  CLI::App* explain_command = app.add_subcommand("explain", "What a finding means, an example and its fix");
  explain_command->add_option("KIND", kind, "As a report names it, e.g. race; without it: the list");
  CLI::App* toolkit_command = app.add_subcommand(
      "toolkit", "Print the folder that build systems take for an installed CUDA toolkit, for CUDA_PATH and its kin");
  bool clangd = false;
  toolkit_command->add_flag("--clangd", clangd, "Print a .clangd file instead, for editors");
  const std::string first = words.empty() ? std::string() : words.front();
  std::ranges::reverse(words);  // CLI11 takes them from the back.
  try {
    app.parse(std::move(words));
  } catch (const CLI::RequiredError&) {
    if (app.get_subcommands().empty()) {
      const std::string problem = first.empty() ? "" : "unknown command or option '" + first + "'; ";
      return usage_error(
          problem +
          "give a command: run, sweep, permissions, prove, contracts, report, diff, explain or toolkit; see "
          "'fencepost --help'");
    }
    if (first == "report" || first == "diff") {
      const char* what = first == "diff" ? "two JSON reports" : "a JSON report";
      return usage_error("give " + std::string(what) + "; see 'fencepost " + first + " --help'");
    }
    return usage_error("give a .cu file or an executable; see 'fencepost " + first + " --help'");
  } catch (const CLI::Error& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);
    std::string message = detector::option_error(error);
    constexpr std::string_view kHelp = "'fencepost run --help'";
    if (const std::size_t at = message.find(kHelp); at != std::string::npos && !app.get_subcommands().empty()) {
      message.replace(at, kHelp.size(), "'fencepost " + app.get_subcommands().front()->get_name() + " --help'");
    }
    return usage_error(message);
  }
  if (toolkit_command->parsed()) {
    const Toolchain toolchain = find_toolchain({});
    const std::string text = clangd ? clangd_configuration(toolchain) : toolchain.toolkit_directory + "\n";
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  if (run_command->parsed()) return run(*run_command, request);
  if (sweep_command->parsed()) return run_sweep(request, sweep);
  if (prove_command->parsed()) return prove(request);
  if (permissions_command->parsed()) return show_permissions(request, permissions);
  if (contracts_command->parsed()) return list_contracts(contracts);
  if (report_command->parsed()) return convert_reports(report);
  if (diff_command->parsed()) return compare_reports(diff);
  return explain(kind);
}

}  // namespace
}  // namespace fencepost::cli

int main(int argc, char** argv) {
  try {
    return fencepost::cli::fencepost(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fencepost: error: %s\n", error.what());
    return fencepost::cli::kBadUsage;
  }
}
