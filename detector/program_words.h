// How the program was run, for reports.
#pragma once

#include <string>

#include "detector/finding.h"

namespace fencepost::detector {

/// This process. `source`: what `fencepost run` compiled it of, as it was given there, options of the compiler before
/// it; empty: the program was called by its own name.
ProgramCall this_program(const std::string& source);

}  // namespace fencepost::detector
