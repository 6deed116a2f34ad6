// What nvcc tells of its installation.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/toolchain.h"

namespace fencepost::compiler {

/// The lines `#$ NAME=value` that -v and --dryrun show before the commands. CMake reads TOP, PATH, INCLUDES, LIBRARIES
/// and, from `-arch compute_NN`, the default architecture (Modules/CMakeDetermineCUDACompiler.cmake); the line that
/// links is for it the one in which the value of LIBRARIES stands.
std::string environment_lines(const Toolchain&, bool shared_runtime);

/// The arguments with those of NVCC_PREPEND_FLAGS and NVCC_CCBIN before them and those of NVCC_APPEND_FLAGS behind them
/// ("NVCC Environment Variables" in NVIDIA's manual of nvcc); hipcc's, which have --hipcc in front, with those of
/// HIPCC_COMPILE_FLAGS_APPEND and HIPCC_LINK_FLAGS_APPEND behind them. Words are split as in a response file.
std::vector<std::string> with_environment(const std::vector<std::string>& arguments);

/// Such variables that are set, a line `#$ NAME="value"` for each, as -v and --dryrun begin.
std::string variables_with_flags(const std::vector<std::string>& arguments);

/// A `.clangd` file, with which clangd (14 and newer) reads CUDA sources that a build system compiles by
/// fencepost-nvcc: nvcc's options removed, clang's CUDA mode with our headers instead.
std::string clangd_configuration(const Toolchain&);

/// What --version prints. Build systems look for nvcc's words in it.
std::string version_text(const std::string& cuda_version);

}  // namespace fencepost::compiler
