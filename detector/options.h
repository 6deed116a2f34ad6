// Options of a checked program: FENCEPOST_OPTIONS, and the same options of `fencepost run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config.h"

namespace fencepost::detector {

enum class FailOn : std::uint8_t { kError, kWarning, kNever };

/// Which checks run (`--check race,memory,init,sync`).
struct Checks {
  bool race = true, memory = true, init = true, sync = true;
};

struct Options {
  sim::Config sim;
  Checks checks;
  std::vector<std::string> reports;  ///< --report FILE.{json,txt}, repeatable.
  std::string kernel_glob = "*";
  std::uint32_t max_findings = 100;
  FailOn fail_on = FailOn::kError;
  int error_exitcode = 66;
  bool same_value_is_error = false;  ///< --same-value error
  bool require_launch = false;       ///< Exit 4 if no kernel was launched (set by `fencepost run`).
  bool quiet = false;
};

/// Parses a command line of options, split as a shell would. On a mistake returns nullopt and puts a one-line
/// message that names the option and the remedy into `error`.
std::optional<Options> parse_options(const std::string& text, std::string& error);

}  // namespace fencepost::detector
