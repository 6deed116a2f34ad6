// The libraries that -l names.
#pragma once

#include <string>

#include "compiler/driver/options.h"

namespace fencepost::compiler {

/// What the runtime has is left out, and of NVIDIA's what it lacks is refused: the message, else empty. All others are
/// linked.
std::string add_library(NvccOptions& options, const std::string& value);

}  // namespace fencepost::compiler
