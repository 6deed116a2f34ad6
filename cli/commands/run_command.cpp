#include "cli/commands/run_command.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/base/checked_program.h"
#include "cli/base/runtime_options.h"
#include "cli/commands/several_runs.h"
#include "cli/options/option_parser.h"
#include "cli/propose/proposal.h"
#include "cli/propose/reports.h"
#include "compiler/driver/temporary.h"
#include "detector/model/options.h"
#include "detector/options/program_options.h"
#include "detector/output/file.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

/// What is wrong with the place for a patch, told before a run that may take long; empty if nothing is.
std::string patch_error(const std::string& file) {
  if (file.empty()) return "--patch takes the name of a file";
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return "--patch " + file + " is a directory; give a file's name";
  std::string folder = std::filesystem::path(file).parent_path().string();
  if (folder.empty()) folder = ".";
  const std::string& target = std::filesystem::exists(file, error) ? file : folder;
  if (::access(target.c_str(), W_OK) == 0) return {};
  return "cannot write " + file + ": " + std::strerror(errno) + "; give another --patch";
}

/// Writes the file, empty if nothing was verified: an older patch must not be taken for this run's. Tells how to apply
/// it. Returns what failed.
std::string write_patch(const std::string& file, const Proposal& proposal) {
  const ProposalPatch patch = proposal_patch(proposal.changes);
  if (const auto problem = detector::write_text(file, patch.text)) return *problem;
  if (patch.text.empty()) {
    std::fprintf(stderr, "%s is empty: no change was verified\n", file.c_str());
    return {};
  }
  std::error_code error;
  const bool is_here = patch.folder == std::filesystem::current_path(error).string();
  const std::string folder = is_here ? "here" : "in " + patch.folder;
  std::fprintf(stderr, "written to %s; apply it %s with: patch -p1 < %s\n", file.c_str(), folder.c_str(),
               is_here ? file.c_str() : std::filesystem::absolute(file, error).c_str());
  return {};
}

}  // namespace

CLI::App* add_run_command(CLI::App& app, ProgramRequest& request) {
  CLI::App* command = app.add_subcommand("run", "Compile FILE.cu if needed, run it checked, report what is wrong");
  command->footer(
      "  fencepost run app.cu -- input.txt 64\n"
      "  fencepost run -I include -DN=64 app.cu\n"
      "  fencepost run --report report.html --baseline old.json app.cu\n"
      "  fencepost run --propose --patch fix.diff app.cu\n"
      "  fencepost run --runs 100 app.cu\n\n"
      "Program arguments come after --. Options of the compiler (-I -D -std=c++17 -lm ...) may stand\n"
      "anywhere before it, or in --nvcc-args \"...\".\n\n"
      "Exit status: the program's own if nothing was found, 66 if something was, 2 bad usage,\n"
      "3 does not compile, 4 no kernel was launched, 124 timeout.");
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  command->option_defaults()->group(detector::kReportOptions);
  add_print_options(*command, options->format, options->width);
  command->option_defaults()->group(detector::kOwnOptions);
  names.insert(names.end(), {"--format", "--width"});

  const CLI::Option* allow = add_program_words(*command, request);
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
      ->description("Try out which changes (barriers, atomic operations, waits) would end the races, and say which do");
  command->add_option("--patch", "With --propose: write the verified changes to FILE, for patch -p1 or git apply")
      ->type_name("FILE")
      ->type_size(1)
      ->allow_extra_args(false);
  const auto contracts = std::make_shared<std::string>();
  command->add_flag("--contracts{checked}", *contracts)
      ->description(
          "Check the permission contracts in comments, /*@ requires ... @*/; =strict: all of them must be understood")
      ->check([](const std::string& word) {
        const bool is_known = word == "checked" || word == "strict";
        return is_known ? std::string() : "'" + word + "' is not valid; give strict, or no value";
      });
  command->callback([command, options, allow, names, contracts, &request] {
    if (!contracts->empty()) {
      request.compiler_arguments.emplace_back(*contracts == "strict" ? "--contracts=strict" : "--contracts");
    }
    request.runtime_options = runtime_options_of(*command, names, *allow);
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
  const CLI::Option* patch_option = command.get_option("--patch");
  const std::string patch_file = patch_option->count() != 0 ? patch_option->results().back() : std::string();
  if (patch_option->count() != 0) {
    if (!proposes) return usage_error("--patch FILE is for what --propose finds; give --propose, too");
    if (const std::string problem = patch_error(patch_file); !problem.empty()) return usage_error(problem);
  }
  if (!proposes) return run_program(request);
  const compiler::TemporaryDirectory directory;
  const std::string report = directory.file("report.json");
  ProgramRequest reported = request;
  reported.runtime_options += " --report " + detector::quoted_word(report);
  const int status = run_program(reported);
  // Neither bad usage nor a failed compilation leaves a report, and each has been told. Of a run without a launch, or
  // one that was ended from outside, nothing can be said.
  constexpr std::array kToldNothing = {4, 124, 130};
  const bool told = std::ranges::find(kToldNothing, status) == kToldNothing.end();
  const bool has_report = told && std::filesystem::exists(report);
  const Proposal proposal = has_report ? propose_changes(request, report) : Proposal();
  if (has_report) std::fputs(("\n" + proposal_text(proposal)).c_str(), stderr);
  if (!patch_file.empty()) {
    if (const std::string problem = write_patch(patch_file, proposal); !problem.empty()) return usage_error(problem);
  }
  if (!has_report) return status;
  const std::string problem = add_to_reports(request, report, proposal);
  return problem.empty() ? status : usage_error(problem);
}

}  // namespace fencepost::cli
