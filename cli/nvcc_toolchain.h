// The host compiler, our headers and our library.
#pragma once

#include <string>

namespace fencepost::cli {

struct Toolchain {
  std::string compiler = "g++";  ///< As found on PATH.
  bool clang = false;
  std::string include_directory;  ///< Of cuda_runtime.h and its kin.
  std::string refused_directory;  ///< Of the CUDA headers that stop the compiler, with the reason.
  std::string missing_directory;  ///< Of those that stop it because a package is not installed.
  std::string toolkit_directory;  ///< Laid out as CUDA's: see cmake/toolkit.cmake.
  std::string library;            ///< toolkit_directory/lib64/libcudart_static.a, which fetches the runtime.
  std::string plugin_directory;   ///< Of the plugins for g++, named by its version.
  std::string plugin;             ///< The plugin to instrument with, if there is one: see find_plugin.
};

/// `compiler`: chosen on the command line; if empty, the environment's FENCEPOST_CXX, else g++. Headers and library are
/// looked for relative to the running program, in the layout of the build folder and of an installation. Throws
/// std::runtime_error if they are not there.
Toolchain find_toolchain(const std::string& compiler);

/// The plugin (gcc_plugin/) built for the version of the toolchain's g++: no other can load it. Empty
/// if there is none, or the compiler is clang++, which needs none. Asks the compiler for its version.
std::string find_plugin(const Toolchain&);

/// What is not seen without a plugin.
std::string missing_plugin_message(const Toolchain&);

}  // namespace fencepost::cli
