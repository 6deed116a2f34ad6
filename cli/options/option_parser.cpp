#include "cli/options/option_parser.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "detector/options/program_options.h"

namespace fencepost::cli {
namespace {

using detector::ProgramOption;

CLI::Option* add(CLI::App& app, const ProgramOption& option) {
  if (option.flag != nullptr) return app.add_flag(option.name, *option.flag, option.help);
  const auto assign = [option](const CLI::results_t& values) {
    for (const std::string& value : values) {
      const std::string problem = detector::set_option(option, value);
      if (!problem.empty()) throw CLI::ValidationError(problem);
    }
    return true;
  };
  if (option.optional) {
    const auto value = std::make_shared<std::string>();
    return app.add_flag(std::string(option.name) + "{true}", *value, option.help)
        ->type_name(option.value)
        ->each([option, value](const std::string& given) {
          const std::string problem = detector::set_option(option, given);
          if (!problem.empty()) throw CLI::ValidationError(problem);
        });
  }
  CLI::Option* added = app.add_option(option.name, assign, option.help);
  added->type_name(option.value)->type_size(1)->allow_extra_args(false);
  return added->multi_option_policy(option.repeats ? CLI::MultiOptionPolicy::TakeAll
                                                   : CLI::MultiOptionPolicy::TakeLast);
}

/// How many words the command takes that are no options.
std::size_t room_for_words(const CLI::App& app) {
  std::size_t room = 0;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) room += static_cast<std::size_t>(option->get_items_expected_max());
  }
  return room;
}

/// What the option says about this value; empty if it takes it.
std::string value_error(CLI::Option& option, const std::string& value) {
  try {
    option.clear();
    option.add_result(value);
    option.run_callback();
  } catch (const CLI::ValidationError& error) {
    return option_error(error);
  } catch (const CLI::Error&) {  // Of a flag.
    return "'" + value + "' is no value of " + option.get_name() + "; leave it out";
  }
  return {};
}

}  // namespace

void add_options(CLI::App& app, detector::Options& options) {
  for (const ProgramOption& option : detector::program_options(options)) add(app, option)->group(option.group);
}

void add_print_options(CLI::App& app, detector::Format& format, std::size_t& width) {
  for (const ProgramOption& option : detector::print_options(format, width)) add(app, option);
}

void add_width(CLI::App& app, std::size_t& width) { add(app, detector::width_option(width)); }
void add_fail_on(CLI::App& app, detector::FailOn& fail_on) { add(app, detector::fail_on_option(fail_on)); }
void add_error_exitcode(CLI::App& app, int& status) { add(app, detector::error_exitcode_option(status)); }

std::string option_error(const CLI::Error& error) {
  std::string text = error.what();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

detector::WordRules word_rules(CLI::App& app, const std::string& help) {
  detector::WordRules rules{.room = room_for_words(app), .help = help};
  for (CLI::Option* option : app.get_options([](const CLI::Option* each) { return each->nonpositional(); })) {
    const bool is_flag = option->get_items_expected_max() == 0;
    const auto take = [option, is_flag](const std::string& value) {
      return is_flag && value == "true" ? std::string() : value_error(*option, value);
    };
    for (const std::string& name : option->get_lnames()) {
      rules.options.push_back({"--" + name, is_flag, !option->get_group().empty(), take});
    }
    for (const std::string& name : option->get_snames()) rules.options.push_back({"-" + name, is_flag, false, take});
  }
  return rules;
}

}  // namespace fencepost::cli
