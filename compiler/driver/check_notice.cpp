#include "compiler/driver/check_notice.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

/// Names that CMake, autoconf and Meson give to what they try out.
bool is_probe(const fs::path& source) {
  constexpr std::array<std::string_view, 3> kFolders = {"CMakeTmp", "CMakeScratch", "meson-private"};
  const auto is_of_probe = [&](const fs::path& part) {
    return std::ranges::find(kFolders, part.string()) != kFolders.end();
  };
  return std::any_of(source.begin(), source.end(), is_of_probe) || source.filename().string().starts_with("conftest.");
}

}  // namespace

void tell_check_not_compiled(const std::string& source) {
  const char* folder = std::getenv("FENCEPOST_CHECK");
  std::error_code error;
  const fs::path path = fs::absolute(source, error).lexically_normal();
  if (folder == nullptr || *folder == '\0' || !fs::is_directory(folder, error) || is_probe(path)) return;
  // The same source may be tried again: it is one that does not compile.
  const std::string name = std::to_string(std::hash<std::string>{}(path.string()));
  std::ofstream(folder + ("/" + name + std::string(kNotCompiledExtension)), std::ios::binary) << path.string();
}

}  // namespace fencepost::compiler
