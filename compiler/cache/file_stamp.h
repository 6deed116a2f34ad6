// Whether a file was written since it was last looked at.
#pragma once

#include <string>

namespace fencepost::compiler {

/// "SIZE.SECONDS.NANOSECONDS" of the file behind `path`, or "absent".
std::string stamp_of(const std::string& path);

}  // namespace fencepost::compiler
