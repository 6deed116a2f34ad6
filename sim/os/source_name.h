// Names of symbols as users write them.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::sim {

/// Demangled, and without what fencepost-nvcc sets behind names that host and device both have; what is no name of
/// C++'s is as it was.
std::string source_name(std::string_view symbol);

}  // namespace fencepost::sim
