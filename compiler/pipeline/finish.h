// What becomes of objects: a program, a library, an archive.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/commands.h"
#include "compiler/driver/options.h"
#include "compiler/driver/process.h"
#include "compiler/driver/toolchain.h"

namespace fencepost::compiler {

/// Runs one of the commands. Returns 0, kExitCompile if it fails, or 128 + N after signal N.
int run_command(const CommandRunner& runner, const Command& words);

/// Links or archives `objects` as the phase asks, and runs the program with -run. Returns the exit status, as
/// run_pipeline().
int finish(const NvccOptions& options, const Toolchain& toolchain, const CommandRunner& runner,
           const std::vector<std::string>& objects);

}  // namespace fencepost::compiler
