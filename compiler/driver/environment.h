// What nvcc tells of its installation.
#pragma once

#include <string>

#include "compiler/driver/toolchain.h"

namespace fencepost::compiler {

/// The lines `#$ NAME=value` that -v and --dryrun show before the commands. CMake reads TOP, PATH, INCLUDES, LIBRARIES
/// and, from `-arch compute_NN`, the default architecture (Modules/CMakeDetermineCUDACompiler.cmake); the line that
/// links is for it the one in which the value of LIBRARIES stands.
std::string environment_lines(const Toolchain&, bool shared_runtime);

/// A `.clangd` file, with which clangd (14 and newer) reads CUDA sources that a build system compiles by
/// fencepost-nvcc: nvcc's options removed, clang's CUDA mode with our headers instead.
std::string clangd_configuration(const Toolchain&);

/// What --version prints. Build systems look for nvcc's words in it.
std::string version_text(const std::string& cuda_version);

}  // namespace fencepost::compiler
