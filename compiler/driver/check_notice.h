// What `fencepost run` and fencepost-nvcc tell a `fencepost check` that they run below.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::compiler {

/// Extension of such a notice in the check's folder; the file holds the path of the source.
inline constexpr std::string_view kNotCompiledExtension = ".not-compiled";

/// `source` does not compile, so that no process will tell of it. Does nothing if there is no check, or if a build
/// system only tries out the compiler.
void tell_check_not_compiled(const std::string& source);

}  // namespace fencepost::compiler
