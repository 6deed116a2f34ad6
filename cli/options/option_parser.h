// The options of a checked program as CLI11 options, so that `fencepost run` and FENCEPOST_OPTIONS accept the same.
#pragma once

#include <string>
#include <vector>

#include "detector/model/options.h"
#include "detector/options/option_words.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace fencepost::cli {

/// Adds every option of a checked program to `app`, writing to `options`, which must outlive it. Values are validated:
/// parsing throws CLI::Error, which option_error() puts in words. Of an option given twice the last counts.
void add_options(CLI::App& app, detector::Options& options);

/// The options of what is printed, which some commands have of their own, below the heading that is app's default;
/// validated the same.
void add_print_options(CLI::App& app, detector::Format& format, std::size_t& width);

void add_width(CLI::App& app, std::size_t& width);

/// What add_options() adds, too.
void add_fail_on(CLI::App& app, detector::FailOn& fail_on);
void add_error_exitcode(CLI::App& app, int& status);

/// One line: what is wrong. first_mistake() knows the words of the user, and says more.
std::string option_error(const CLI::Error& error);

/// The options and arguments of `app` for first_mistake(), to be asked when app.parse() has thrown: it sets values,
/// which are of no use afterwards. `app` must outlive them. `help`: the command that tells more.
detector::WordRules word_rules(CLI::App& app, const std::string& help);

}  // namespace fencepost::cli
