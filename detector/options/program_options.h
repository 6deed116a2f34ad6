// The options of a checked program as a table: FENCEPOST_OPTIONS is read by it, and `fencepost` adds it to the command
// lines of its own commands (cli/options).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "detector/model/options.h"

namespace fencepost::detector {

/// The headings of options in --help; those of a command itself come first.
inline constexpr const char* kOwnOptions = "Options";
inline constexpr const char* kReportOptions = "The report";
inline constexpr const char* kCheckOptions = "What is checked";
inline constexpr const char* kRunOptions = "The run";
inline constexpr const char* kHiddenOptions = "";  ///< For our own programs, not for people.

struct ProgramOption {
  const char* name;   ///< "--jobs".
  const char* value;  ///< What --help calls its value: "N"; empty: a flag, which has none.
  std::string help;
  const char* group;     ///< One of the headings.
  bool repeats = false;  ///< Each time counts; else the last.
  /// Sets it. Returns the remedy ("a number from 1 to 9") if the value is none of its values. Of a flag: null.
  std::function<std::string(const std::string& value)> set{};
  bool* flag = nullptr;   ///< What a flag sets.
  bool optional = false;  ///< A value stands behind `=` only; without it the option is set to "true".
};

/// What is wrong with `value`, in the words for people; empty if `option` has taken it. A flag takes true and false.
std::string set_option(const ProgramOption& option, const std::string& value);

/// All options of a checked program but those of what it prints, writing to `options`, which must outlive them.
std::vector<ProgramOption> program_options(Options& options);
/// Those: --format and --width. Some commands have them of their own.
std::vector<ProgramOption> print_options(Format& format, std::size_t& width);
ProgramOption width_option(std::size_t& width);
/// Also among program_options().
ProgramOption fail_on_option(FailOn& fail_on);
ProgramOption error_exitcode_option(int& status);

}  // namespace fencepost::detector
