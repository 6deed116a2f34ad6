// The options of `fencepost permissions`.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>
#include <utility>

#include "cli/base/runtime_options.h"
#include "cli/formats/format.h"
#include "cli/options/option_parser.h"
#include "cli/permissions/permissions_command.h"
#include "detector/model/options.h"

namespace fencepost::cli {
namespace {

/// Turns a value into a setting; false if it is none.
using Setter = std::function<bool(const std::string& value)>;

CLI::Option* add(CLI::App& app, const std::string& name, Setter set, const std::string& value,
                 const std::string& remedy, const std::string& help) {
  const auto assign = [name, remedy, set = std::move(set)](const CLI::results_t& results) {
    for (const std::string& text : results) {
      if (!set(text)) throw CLI::ValidationError(name, "'" + text + "' is not valid; give " + remedy);
    }
    return true;
  };
  CLI::Option* option = app.add_option(name, assign, help);
  option->type_name(value)->type_size(1)->allow_extra_args(false)->group("Drawing");
  return option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

template <class Number>
std::optional<Number> read_number(const std::string& text, Number least) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < least) return std::nullopt;
  return number;
}

/// "17", "1,0" or "1,0,2".
bool is_block(const std::string& text) {
  constexpr std::ptrdiff_t kMostCommas = 2;
  if (std::ranges::count(text, ',') > kMostCommas) return false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    if (!read_number<std::uint32_t>(text.substr(at, comma - at), 0)) return false;
    at = comma + 1;
  }
  return true;
}

void add_choice_options(CLI::App& command, PermissionsRequest& request) {
  const auto array = [&](const std::string& text) {
    if (text.empty()) return false;
    if (std::ranges::find(request.arrays, text) == request.arrays.end()) request.arrays.push_back(text);
    return true;
  };
  const auto launch = [&](const std::string& text) {
    const auto number = read_number<std::uint64_t>(text, 1);
    if (number) request.launch = *number;
    return number.has_value();
  };
  const auto block = [&](const std::string& text) {
    request.block = text;
    return is_block(text);
  };
  const auto range = [](std::optional<NumberRange>& target) {
    return [&target](const std::string& text) {
      target = read_range(text);
      return target.has_value();
    };
  };
  add(command, "--array", array, "NAME", "the name of a variable or allocation",
      "Draw this array, named as in the source (repeatable; default: all that the block uses)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add(command, "--launch", launch, "K", "a number from 1", "Of this launch (default: the first that uses the array)");
  add(command, "--block", block, "B", "a block's number, or its index as x,y,z",
      "Of this block of the grid: number or x,y,z (default: 0)");
  add(command, "--intervals", range(request.drawing.intervals), "A-B", "a range such as 0-9", "Only these intervals");
  add(command, "--elements", range(request.drawing.elements), "A-B", "a range such as 0-63", "Only these elements");
}

void add_look_options(CLI::App& command, PermissionsRequest& request) {
  const auto columns = [&](const std::string& text) {
    const auto number = read_number<std::uint64_t>(text, 1);
    if (number) request.drawing.columns = *number;
    return number.has_value();
  };
  const auto park = [&](const std::string& text) {
    request.drawing.park = read_number<std::uint32_t>(text, 0);
    return request.drawing.park.has_value();
  };
  const auto format = [&](const std::string& text) {
    const std::pair<const char*, DrawingFormat> names[] = {{"text", DrawingFormat::kText},
                                                           {"svg", DrawingFormat::kSvg},
                                                           {"html", DrawingFormat::kHtml},
                                                           {"json", DrawingFormat::kJson}};
    for (const auto& [name, value] : names) {
      if (text == name) request.format = value;
    }
    return std::ranges::any_of(names, [&](const auto& name) { return text == name.first; });
  };
  const auto output = [&](const std::string& text) {
    request.output = text;
    return !text.empty();
  };
  const auto width = [&](const std::string& text) {
    constexpr std::size_t kLeast = 40;
    request.width = read_number<std::size_t>(text, kLeast);
    return request.width.has_value();
  };
  const auto colour = [&](const std::string& text) {
    request.colour = text == "auto" ? std::nullopt : std::optional(text == "always");
    return text == "auto" || text == "always" || text == "never";
  };
  add(command, "--columns", columns, "C", "a number from 1", "Draw the array as rows of C elements");
  add(command, "--park", park, "T", "the number of a thread in its block",
      "Draw what nobody uses as held by thread T, as the papers do");
  add(command, "--format", format, "FORMAT", "text, svg, html or json",
      "text, svg, html or json (default: by the extension of --output, else text)");
  add(command, "--output", output, "FILE", "a file's name", "Write to FILE instead of standard output");
  add(command, "--width", width, "N", "a number from 40",
      "Characters in a line of text (default: the terminal's, or 72)");
  add(command, "--color", colour, "WHEN", "auto, always or never", "auto, always or never (default: auto)");
}

void add_inference_options(CLI::App& command, PermissionsRequest& request) {
  command.add_flag("--infer", request.infer)
      ->description("Write the annotations, in VerCors' notation, that explain the runs at --sizes")
      ->group("Inference");
  const auto add_sizes = [&](const std::string& name, std::vector<std::string>& sizes, const std::string& help) {
    CLI::Option* option = command.add_option(name, sizes, help);
    option->delimiter(',')->type_name("ARGS,ARGS,...")->type_size(1)->allow_extra_args(false)->group("Inference");
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add_sizes("--sizes", request.sizes, "Run with each of these arguments (behind those after --)");
  add_sizes("--check-sizes", request.check_sizes,
            "Check the annotations with each of these (default: the last of --sizes, which is then not fitted)");
  command.add_flag("--prove", request.prove)
      ->description("Ask Z3 whether two threads of a block can conflict at any size, and run what it finds")
      ->group("Inference");
}

}  // namespace

CLI::App* add_permissions_command(CLI::App& app, ProgramRequest& program, PermissionsRequest& request) {
  CLI::App* command =
      app.add_subcommand("permissions", "Run, and draw which thread reads and writes what between barriers");
  command->footer(
      "  fencepost permissions scan.cu --array tile -- 8\n"
      "  fencepost permissions scan.cu --format svg --output tile.svg -- 8\n"
      "  fencepost permissions scan.cu --barriers -- 64\n"
      "  fencepost permissions --infer scan.cu --sizes 8,16,32 --check-sizes 64\n\n"
      "Program arguments come after --. Options of the compiler (-I -D -std=c++17 -lm ...) may stand\n"
      "anywhere before it, or in --nvcc-args \"...\". The program's own output goes to standard error.\n\n"
      "Exit status: as of 'fencepost run'; 66, with a drawing, if something is wrong; 2 also if there is no\n"
      "such array, element or interval.");
  add_choice_options(*command, request);
  add_look_options(*command, request);
  command->add_flag("--barriers", request.barriers)
      ->description("List instead what each barrier of the run is for")
      ->group("Drawing");

  add_inference_options(*command, request);

  const auto options = std::make_shared<detector::Options>();
  const std::vector<std::string> names = add_runtime_options(*command, *options);

  const CLI::Option* allow = add_program_words(*command, program);
  command->callback([command, options, allow, names, &program] {
    if (detector::goes_to_standard_output(options->reports)) {
      throw CLI::ValidationError("--report", "on standard output is the drawing; give a FILE");
    }
    program.runtime_options = runtime_options_of(*command, names, *allow);
  });
  return command;
}

}  // namespace fencepost::cli
