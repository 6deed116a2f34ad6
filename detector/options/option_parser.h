// The options of a checked program as CLI11 options, so that `fencepost run` and FENCEPOST_OPTIONS accept the same.
#pragma once

#include <string>

#include "detector/model/options.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace fencepost::detector {

/// The headings of options in --help; those of a command itself come first.
inline constexpr const char* kOwnOptions = "Options";
inline constexpr const char* kReportOptions = "The report";
inline constexpr const char* kCheckOptions = "What is checked";
inline constexpr const char* kRunOptions = "The run";

/// Adds every option of a checked program to `app`, writing to `options`, which must outlive it. Values are validated:
/// parsing throws CLI::Error, which option_error() puts in words. Of an option given twice the last counts.
void add_options(CLI::App& app, Options& options);

/// The options of what is printed, which some commands have of their own; validated the same.
void add_print_options(CLI::App& app, Format& format, std::size_t& width);

void add_width(CLI::App& app, std::size_t& width);

/// What add_options() adds, too.
void add_fail_on(CLI::App& app, FailOn& fail_on);
void add_error_exitcode(CLI::App& app, int& status);

/// One line: what is wrong. first_mistake() knows the words of the user, and says more.
std::string option_error(const CLI::Error& error);

}  // namespace fencepost::detector
