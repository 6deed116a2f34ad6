// The options of a checked program as CLI11 options, so that `fencepost run` and FENCEPOST_OPTIONS accept the same.
#pragma once

#include <string>

#include "detector/options.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace fencepost::detector {

/// Adds every option of a checked program to `app`, writing to `options`, which must outlive it. Values are validated:
/// parsing throws CLI::Error, which option_error() puts in words. Of an option given twice the last counts.
void add_options(CLI::App& app, Options& options);

/// One line: the option, what is wrong with it, what to do.
std::string option_error(const CLI::Error& error);

}  // namespace fencepost::detector
