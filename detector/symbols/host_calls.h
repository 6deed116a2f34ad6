// Calls of the host in the user's words.
#pragma once

#include <span>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// The lines of calls that led to each other (sim/engine/host_stack.h), innermost first, with their functions; main()'s
/// is the last. Calls in the compiler's files and ours are left out. Thread safety: any thread.
std::vector<Location> lines_of_calls(std::span<const void* const> stack);

}  // namespace fencepost::detector
