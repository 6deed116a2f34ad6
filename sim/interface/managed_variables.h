// __managed__ variables, which the host may use as well as the device.
#pragma once

namespace fencepost::sim {

/// `address` lies in a variable that was declared __managed__: these have a section of their own in the program
/// (sim/include/fencepost_keywords.h).
bool is_managed_variable(const void* address);
/// There is one.
bool has_managed_variables();

}  // namespace fencepost::sim
