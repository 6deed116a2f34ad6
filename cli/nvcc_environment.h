// What nvcc tells of its installation.
#pragma once

#include <string>

#include "cli/nvcc_toolchain.h"

namespace fencepost::cli {

/// The lines `#$ NAME=value` that -v and --dryrun show before the commands. CMake reads TOP, PATH, INCLUDES, LIBRARIES
/// and, from `-arch compute_NN`, the default architecture (Modules/CMakeDetermineCUDACompiler.cmake).
std::string environment_lines(const Toolchain&);

/// What --version prints. Build systems look for nvcc's words in it.
std::string version_text();

}  // namespace fencepost::cli
