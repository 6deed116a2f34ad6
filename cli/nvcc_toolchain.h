// The host compiler, our headers and our library.
#pragma once

#include <string>

namespace fencepost::cli {

struct Toolchain {
  std::string compiler = "g++";  ///< As found on PATH.
  bool clang = false;
  std::string include_directory;  ///< Of cuda_runtime.h and its kin.
  std::string refused_directory;  ///< Of the CUDA headers that stop the compiler, with the reason.
  std::string library;            ///< libfencepost_rt.a
};

/// `compiler`: chosen on the command line; if empty, the environment's FENCEPOST_CXX, else g++. Headers and library are
/// looked for relative to the running program, in the layout of the build folder and of an installation. Throws
/// std::runtime_error if they are not there.
Toolchain find_toolchain(const std::string& compiler);

}  // namespace fencepost::cli
