// FENCEPOST_OPTIONS of runs that are made on the user's behalf.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "detector/model/options.h"

namespace fencepost::cli {

/// `text` without these options and their values, and without these flags. `text` is one that parses.
std::string options_without(const std::string& text, std::initializer_list<std::string_view> with_value,
                            std::initializer_list<std::string_view> flags);

/// `options` of a run on top of those that FENCEPOST_OPTIONS in the environment gives.
std::string options_with_environment(const std::string& options);

/// Adds to `command` the options of checked programs; returns their names, without the hidden ones, which are not
/// supported yet. They are parsed only to be validated: the program parses them again. `options` must outlive
/// `command`.
std::vector<std::string> add_runtime_options(CLI::App& command, detector::Options& options);

}  // namespace fencepost::cli
