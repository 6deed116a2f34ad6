// Calls that an interpreter makes for a script: a return address lies in the interpreter, which says nothing.
#pragma once

#include <optional>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Where in a Python script the calling thread is, as an address that no code has; the same for the same line. Of the
/// script's own lines: those of installed packages are passed over. Null if the thread runs no script. Takes the
/// interpreter's lock for a moment. Thread safety: full.
const void* script_call();

/// What such an address stands for. Thread safety: full.
std::optional<Location> script_line(const void* address);

}  // namespace fencepost::detector
