#include "cli/nvcc_toolchain.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "cli/nvcc_process.h"

namespace fencepost::cli {
namespace {

std::string version_of(const Toolchain& toolchain) { return output_of({toolchain.compiler, "-dumpfullversion"}); }

}  // namespace

Toolchain find_toolchain(const std::string& compiler) {
  namespace fs = std::filesystem;
  Toolchain toolchain;
  if (!compiler.empty()) {
    toolchain.compiler = compiler;
  } else if (const char* chosen = std::getenv("FENCEPOST_CXX"); chosen != nullptr && *chosen != '\0') {
    toolchain.compiler = chosen;
  }
  toolchain.clang = fs::path(toolchain.compiler).filename().string().find("clang") != std::string::npos;

  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  toolchain.include_directory = (prefix / "include" / "fencepost").string();
  toolchain.refused_directory = toolchain.include_directory + "-unsupported";
  toolchain.missing_directory = toolchain.include_directory + "-missing";
  if (!fs::exists(fs::path(toolchain.include_directory) / "fencepost_rt.h")) {
    throw std::runtime_error("cannot find our CUDA headers in " + toolchain.include_directory +
                             "; build or install Fencepost completely");
  }
  toolchain.toolkit_directory = (prefix / "lib" / "fencepost" / "toolkit").string();
  toolchain.library = toolchain.toolkit_directory + "/lib64/libcudart_static.a";
  toolchain.plugin_directory = (prefix / "lib" / "fencepost" / "plugins").string();
  return toolchain;
}

std::string find_plugin(const Toolchain& toolchain) {
  if (toolchain.clang) return {};
  const std::string path = toolchain.plugin_directory + "/gcc-" + version_of(toolchain) + ".so";
  return std::filesystem::exists(path) ? path : std::string();
}

std::string missing_plugin_message(const Toolchain& toolchain) {
  return "no plugin for " + toolchain.compiler + " " + version_of(toolchain) + " in " + toolchain.plugin_directory +
         ": memory that a call reads or writes itself, as structs passed or returned by value, and virtual calls are "
         "not "
         "checked; use the g++ that Fencepost was built with, or clang++";
}

}  // namespace fencepost::cli
