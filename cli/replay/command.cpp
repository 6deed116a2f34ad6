#include "cli/replay/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>

#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "detector/model/options.h"
#include "detector/output/target.h"

namespace fencepost::cli {
namespace {

template <class Number>
std::optional<Number> whole_number(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// "17", "1,0" or "1,0,2".
bool names_block(const std::string& text) {
  constexpr std::ptrdiff_t kMostCommas = 2;
  if (std::ranges::count(text, ',') > kMostCommas) return false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    if (!whole_number<std::uint32_t>(text.substr(at, comma - at))) return false;
    at = comma + 1;
  }
  return true;
}

void add_choice(CLI::App& command, const std::string& name, const std::string& value, const std::string& help,
                const std::string& remedy, const std::function<bool(const std::string&)>& set) {
  const auto assign = [name, remedy, set](const CLI::results_t& results) {
    for (const std::string& text : results) {
      if (!set(text)) throw CLI::ValidationError(name, "'" + text + "' is not valid; give " + remedy);
    }
    return true;
  };
  CLI::Option* option = command.add_option(name, assign, help);
  option->type_name(value)->type_size(1)->allow_extra_args(false)->group("Recording");
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

CLI::App* add_replay_command(CLI::App& app, ProgramRequest& program, ReplayPageRequest& request) {
  CLI::App* command =
      app.add_subcommand("replay", "Run, and write a page in which kernels can be watched step by step");
  command->footer(
      "  fencepost replay scan.cu -- 64\n"
      "  fencepost replay scan.cu --launch 2 --block 0 --block 3 --output scan.html\n\n"
      "Program arguments come after --. Options of the compiler (-I -D -std=c++17 -lm ...) may stand\n"
      "anywhere before it, or in --nvcc-args \"...\". If there is a race, the program is run once more,\n"
      "its threads in the reverse order, so that the page shows both.\n\n"
      "Exit status: as of 'fencepost run'; 66, with a page, if something is wrong; 2 also if there is no\n"
      "such launch or block, or the page cannot be written.");
  add_choice(*command, "--launch", "K", "Record this launch (repeatable; default: the first of each kernel)",
             "a number from 1", [&request](const std::string& text) {
               const auto number = whole_number<std::uint64_t>(text);
               if (number) request.launches.push_back(*number);
               return number && *number > 0;
             });
  add_choice(*command, "--block", "B",
             "Record this block: number or x,y,z (repeatable; default: the first four, and those with races)",
             "a block's number, or its index as x,y,z", [&request](const std::string& text) {
               request.blocks.push_back(text);
               return names_block(text);
             });
  add_choice(*command, "--output", "FILE", "Write the page to FILE, - for standard output (default: NAME-replay.html)",
             "a file's name", [&request](const std::string& text) {
               request.output = text;
               return !text.empty();
             });
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  for (const char* name : {"--profile", "--coverage", "--sample", "--require-launch"}) {
    command->remove_option(command->get_option(name));
    std::erase(names, name);
  }
  command->get_option("--jobs")->description("OS threads that run blocks (default: 1, so that each page is the same)");
  const CLI::Option* allow = add_program_words(*command, program);
  command->callback([command, options, allow, names, &program] {
    if (detector::goes_to_standard_output(options->reports)) {
      throw CLI::ValidationError("--report", "on standard output is refused here; give a FILE");
    }
    program.runtime_options = runtime_options_of(*command, names, *allow);
  });
  return command;
}

}  // namespace fencepost::cli
