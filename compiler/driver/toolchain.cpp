#include "compiler/driver/toolchain.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace fencepost::compiler {
Toolchain find_toolchain(const std::string& compiler) {
  namespace fs = std::filesystem;
  Toolchain toolchain;
  if (!compiler.empty()) {
    toolchain.compiler = compiler;
  } else if (const char* chosen = std::getenv("FENCEPOST_CXX"); chosen != nullptr && *chosen != '\0') {
    toolchain.compiler = chosen;
  }

  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  toolchain.include_directory = (prefix / "include" / "fencepost").string();
  toolchain.cccl_directory = toolchain.include_directory + "/cccl";
  toolchain.refused_directory = toolchain.include_directory + "-unsupported";
  toolchain.missing_directory = toolchain.include_directory + "-missing";
  if (!fs::exists(fs::path(toolchain.include_directory) / "cuda_runtime.h")) {
    throw std::runtime_error("cannot find our CUDA headers in " + toolchain.include_directory +
                             "; build or install Fencepost completely");
  }
  toolchain.program = (prefix / "bin" / "fencepost").string();
  toolchain.toolkit_directory = (prefix / "lib" / "fencepost" / "toolkit").string();
  toolchain.shared_toolkit_directory = (prefix / "lib" / "fencepost" / "shared-toolkit").string();
  const auto if_there = [](const fs::path& folder) { return fs::is_directory(folder) ? folder.string() : ""; };
  toolchain.clang_directory = if_there(prefix / "lib" / "clang" / FENCEPOST_CLANG_VERSION);
  toolchain.bundled_directory = if_there(prefix / "lib" / "fencepost" / "bundled");
  toolchain.library = toolchain.toolkit_directory + "/lib64/libcudart_static.a";
  if (fs::exists(FENCEPOST_LLVM_PROGRAMS "/ld.lld")) toolchain.lld_directory = FENCEPOST_LLVM_PROGRAMS;
  return toolchain;
}

}  // namespace fencepost::compiler
