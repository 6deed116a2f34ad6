// Programs that nobody compiled with us, and which look for CUDA's libraries: scripts, and what others have built
// (docs/shared-libraries.md).
#pragma once

#include <map>
#include <string>

namespace fencepost::cli {

/// What such a program is to find in its environment: our library is loaded first, for its thread-local variables need
/// room that only a program's start has; the names of CUDA's lead to it; nvcc and CUDA_PATH are ours. Empty if this
/// installation has no such library.
std::map<std::string, std::string> library_environment();

/// The interpreter of a Python script, as PATH has it; empty if it has none.
std::string python_interpreter();

/// The file begins with `#!` and the name of a Python interpreter.
bool is_python_program(const std::string& file);

/// It is an executable whose loader can load our library first.
bool is_dynamic_executable(const std::string& file);

}  // namespace fencepost::cli
