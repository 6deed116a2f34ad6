// The program `fencepost`.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/base/build_text.h"
#include "cli/base/checked_program.h"
#include "cli/base/help_format.h"
#include "cli/check/command.h"
#include "cli/commands/cache_command.h"
#include "cli/commands/completion_command.h"
#include "cli/commands/prove_command.h"
#include "cli/commands/report_command.h"
#include "cli/commands/run_command.h"
#include "cli/contracts/command.h"
#include "cli/doctor/command.h"
#include "cli/fuzz/command.h"
#include "cli/kernel/command.h"
#include "cli/lesson/command.h"
#include "cli/mcp/command.h"
#include "cli/options/option_parser.h"
#include "cli/permissions/permissions_command.h"
#include "cli/prove/command.h"
#include "cli/replay/command.h"
#include "cli/serve/command.h"
#include "cli/sweep/command.h"
#include "compiler/driver/environment.h"
#include "compiler/driver/option_table.h"
#include "compiler/driver/toolchain.h"
#include "detector/model/names.h"
#include "detector/options/check_place.h"
#include "detector/options/option_words.h"
#include "detector/text/nearest_word.h"
#include "detector/wording/explain.h"

namespace fencepost::cli {
namespace {

/// `words` are of one name, written without quotes.
int explain(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(detector::explain_all().c_str(), stdout);
    return 0;
  }
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  if (const auto kind = detector::kind_meant(name)) {
    std::fputs(detector::explain(*kind).c_str(), stdout);
    return 0;
  }
  std::vector<std::string> names;
  for (const detector::Kind kind : detector::kAllKinds) names.emplace_back(detector::name_of(kind));
  std::string dashed = name;
  std::ranges::replace(dashed, ' ', '-');
  std::fprintf(stderr, "fencepost: error: no kind of finding is called '%s'%s\n\n%s", name.c_str(),
               detector::did_you_mean(dashed, names).c_str(), detector::explain_all().c_str());
  return kBadUsage;
}

CLI::App* command_named(CLI::App& app, const std::string& name) {
  for (CLI::App* command : commands_of(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

bool takes_program(const CLI::App& command) {
  constexpr std::array<std::string_view, 7> kWithProgram = {"run",   "sweep",  "permissions", "replay",
                                                            "prove", "kernel", "fuzz"};
  return std::ranges::find(kWithProgram, command.get_name()) != kWithProgram.end();
}

/// What is wrong with a first word that is no command.
std::string command_error(CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    list += (list.empty() ? "" : ", ") + command->get_name();
  }
  std::string all = "give a command: " + list + "; see 'fencepost --help'";
  if (word.empty()) return all;
  if (word.starts_with('-')) {
    const std::string option = word.substr(0, word.find('='));
    for (const CLI::App* command : commands_of(app)) {
      if (command->get_option_no_throw(option) == nullptr) continue;
      return "option " + option + " comes after the command: fencepost " + command->get_name() + " " + word;
    }
    return "unknown option " + option + "; " + all;
  }
  if (word.ends_with(".cu")) return "unknown command " + word + "; did you mean fencepost run " + word + "?";
  const std::string nearest = detector::did_you_mean(word, names);
  return "unknown command " + word + (nearest.empty() ? "; " + all : nearest);
}

/// What is wrong with the words after the name of `command`, which CLI11 has refused.
std::string words_error(CLI::App& command, const std::vector<std::string>& words, const CLI::Error& error) {
  const std::string name = command.get_name();
  detector::WordRules rules = word_rules(command, "fencepost " + name + " --help");
  if (takes_program(command)) {
    rules.extra = [](const std::string& word) {
      return word.ends_with(".cu") ? "a program of several files is built by fencepost-nvcc, and run then"
                                   : "arguments of the program come after --";
    };
    rules.foreign = [&command](std::span<const std::string> rest) {
      // One that no compiler knows is the first suspect, too.
      const std::string& first = rest.front();
      const bool is_unknown =
          first.starts_with('-') && !first.starts_with("--") && compiler::match_option(first).rule == nullptr;
      return is_unknown ? 0 : foreign_words(command, rest);
    };
  }
  if (auto mistake = detector::first_mistake(words, rules)) return *mistake;
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return option_error(error);
  const char* what = name == "diff"         ? "two JSON reports"
                     : name == "report"     ? "a JSON report"
                     : name == "completion" ? "a shell: bash, zsh or fish"
                     : name == "contracts"  ? "a CUDA source"
                     : name == "kernel"     ? "a CUDA source and a kernel's name, FILE.cu:NAME"
                     : name == "fuzz"       ? "a CUDA source and a kernel's name, FILE.cu:NAME, or a program"
                                            : "a .cu file or an executable";
  return "give " + std::string(what) + "; see '" + rules.help + "'";
}

int fencepost(const std::vector<std::string>& words) {
  ProgramRequest request;
  CheckRequest check_request;
  CLI::App app("Runs CUDA C++ programs on the CPU and finds the races in their kernels.", "fencepost");
  app.formatter(help_formatter());
  app.set_version_flag("--version", std::string("fencepost " FENCEPOST_VERSION " (") + kBuildText + ")");
  app.require_subcommand(1);
  const CLI::App* run_command = add_run_command(app, request);
  const CLI::App* check_command = add_check_command(app, check_request);
  KernelRequest kernel;
  const CLI::App* kernel_command = add_kernel_command(app, request, kernel);
  SweepRequest sweep;
  const CLI::App* sweep_command = add_sweep_command(app, request, sweep);
  FuzzRequest fuzz;
  const CLI::App* fuzz_command = add_fuzz_command(app, request, fuzz);
  PermissionsRequest permissions;
  const CLI::App* permissions_command = add_permissions_command(app, request, permissions);
  ReplayPageRequest replayed;
  const CLI::App* replay_command = add_replay_command(app, request, replayed);
  KernelProofRequest proof;
  const CLI::App* prove_command = add_prove_command(app, request, proof);
  ContractsRequest contracts;
  const CLI::App* contracts_command = add_contracts_command(app, contracts);
  ReportRequest report;
  const CLI::App* report_command = add_report_command(app, report);
  DiffRequest diff;
  const CLI::App* diff_command = add_diff_command(app, diff);
  std::vector<std::string> kind;
  CLI::App* explain_command = app.add_subcommand("explain", "What a finding means, an example and its fix");
  explain_command->add_option("KIND", kind, "As a report names it, e.g. race; without it: the list");
  CLI::App* toolkit_command = app.add_subcommand(
      "toolkit", "Print the folder that build systems take for an installed CUDA toolkit, for CUDA_PATH and its kin");
  bool clangd = false;
  toolkit_command->add_flag("--clangd", clangd, "Print a .clangd file instead, for editors");
  bool shared = false;
  toolkit_command->add_flag("--shared", shared,
                            "The one whose libraries are shared: for what fencepost-nvcc does not link");
  const CLI::App* doctor_command = add_doctor_command(app);
  CacheRequest cache;
  const CLI::App* cache_command = add_cache_command(app, cache);
  CompletionRequest completion;
  const CLI::App* completion_command = add_completion_command(app, completion);
  McpRequest mcp;
  const CLI::App* mcp_command = add_mcp_command(app, mcp);
  ServeRequest serve;
  const CLI::App* serve_command = add_serve_command(app, serve);
  LessonRequest lesson;
  const CLI::App* lesson_command = add_lesson_command(app, lesson);

  // As of those of checked programs.
  for (CLI::App* each : commands_of(app)) {
    for (CLI::Option* option : each->get_options()) {
      const bool may_repeat = option->get_multi_option_policy() != CLI::MultiOptionPolicy::Throw;
      if (!may_repeat && option->get_items_expected_max() == 1) {
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
      }
    }
  }

  CLI::App* command = words.empty() ? nullptr : command_named(app, words.front());
  const std::string name = command != nullptr ? command->get_name() : "";
  // What the others find in programs is their own matter.
  if (name != "check" && name != "run" && name != "sweep" && name != "kernel" && name != "fuzz")
    ::unsetenv(detector::kCheckVariable);
  std::vector<std::string> rest(words.begin() + (command != nullptr ? 1 : 0), words.end());
  if (name == "check") take_command(rest, check_request);
  std::vector<std::string> own = rest;
  if (command != nullptr && takes_program(*command)) take_foreign_words(*command, own, request);
  if (command != nullptr) own.insert(own.begin(), words.front());
  std::ranges::reverse(own);  // CLI11 takes them from the back.
  try {
    app.parse(std::move(own));
  } catch (const CLI::Error& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);
    if (command == nullptr) return usage_error(command_error(app, words.empty() ? "" : words.front()));
    return usage_error(words_error(*command, rest, error));
  }
  if (toolkit_command->parsed()) {
    const compiler::Toolchain toolchain = compiler::find_toolchain({});
    const std::string folder = shared ? toolchain.shared_toolkit_directory : toolchain.toolkit_directory;
    const std::string text = clangd ? compiler::clangd_configuration(toolchain) : folder + "\n";
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  if (run_command->parsed()) return run(*run_command, request);
  if (check_command->parsed()) return check(check_request);
  if (kernel_command->parsed()) return run_kernel(request, kernel, words);
  if (sweep_command->parsed()) return run_sweep(request, sweep);
  if (fuzz_command->parsed()) return run_fuzz(request, fuzz);
  if (prove_command->parsed()) return prove(request, proof);
  if (permissions_command->parsed()) return show_permissions(request, permissions);
  if (replay_command->parsed()) return replay(request, replayed);
  if (contracts_command->parsed()) return list_contracts(contracts);
  if (report_command->parsed()) return convert_reports(report);
  if (diff_command->parsed()) return compare_reports(diff);
  if (doctor_command->parsed()) return examine_system();
  if (cache_command->parsed()) return tell_of_cache(cache);
  if (completion_command->parsed()) {
    std::fputs(completion_script(app, completion).c_str(), stdout);
    return 0;
  }
  if (mcp_command->parsed()) return serve_mcp(mcp);
  if (serve_command->parsed()) return serve_playground(serve);
  if (lesson_command->parsed()) return attend_lesson(lesson);
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
