// A reader's kernel against what a lesson asks for.
#pragma once

#include <string>

#include "cli/lesson/exercises.h"

namespace fencepost::cli {

/// Compiles and runs `file` with its threads in the usual order and in the reverse one, within bounds of time and
/// memory, and tells what is still wrong, not what would mend it. Exit status: 0 if nothing is, else 66; 3 if it does
/// not compile, 2 if it cannot be read, 130 after an interrupt.
int check_exercise(const Exercise& exercise, const std::string& file);

}  // namespace fencepost::cli
