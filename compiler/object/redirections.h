// The C library's functions that a kernel may call, and what the runtime has in their place.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fencepost::compiler {

/// Names `from` and `to`. The runtime's functions behave as always on the host and as CUDA documents them in a kernel.
const std::vector<std::pair<std::string, std::string>>& redirections();

}  // namespace fencepost::compiler
