// Command lines, put together from the arguments of a call.
#pragma once

#include <string>
#include <vector>

#include "cli/tools/workshop.h"

namespace fencepost::cli {

using Words = std::vector<std::string>;

void add(Words& words, const Words& more);

/// `option` with the argument `name`, a string or a number, if it was given.
void add_option(const Call& call, Words& words, const std::string& option, const char* name);

/// The source that is to be run, and the argument `args` behind "--". The last words of a command.
void add_program(const Call& call, Words& words);

}  // namespace fencepost::cli
