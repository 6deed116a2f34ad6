// The compiler of plain C++, our headers and our library.
#pragma once

#include <string>

namespace fencepost::compiler {

struct Toolchain {
  std::string compiler = "g++";   ///< As found on PATH.
  std::string include_directory;  ///< Of cuda_runtime.h and its kin.
  std::string cccl_directory;  ///< Of cuda/std, nv/ and what comes before Debian's Thrust: if the user names no CCCL.
  std::string refused_directory;  ///< Of the CUDA headers that stop the compiler, with the reason; in cccl/, CCCL's.
  std::string missing_directory;  ///< Of those that stop it because a package is not installed.
  std::string toolkit_directory;  ///< Laid out as CUDA's: see cmake/toolkit.cmake.
  std::string shared_toolkit_directory;  ///< The same with shared libraries.
  std::string program;                   ///< The program `fencepost`.
  /// Of an installation that has them, else empty: clang's own headers, and libraries that the runtime links.
  std::string clang_directory, bundled_directory;
  std::string library;        ///< toolkit_directory/lib64/libcudart_static.a, which fetches the runtime.
  std::string lld_directory;  ///< Of LLVM's linker; empty: not installed, the compiler's own links.
};

/// `compiler`: chosen on the command line; if empty, the environment's FENCEPOST_CXX, else g++. Headers and library are
/// looked for relative to the running program, in the layout of the build folder and of an installation. Throws
/// std::runtime_error if they are not there.
Toolchain find_toolchain(const std::string& compiler);

}  // namespace fencepost::compiler
