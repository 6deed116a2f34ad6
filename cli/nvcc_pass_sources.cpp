#include "cli/nvcc_pass_sources.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <unordered_set>

namespace fencepost::cli {

bool is_adapted(std::string_view file) {
  return file.starts_with("/usr/include/thrust/") || file.starts_with("/usr/include/cub/");
}

bool asks_for_architecture(std::string_view preprocessed, std::string_view system_directory) {
  std::unordered_set<std::string> files;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line = preprocessed.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("# ")) continue;
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (open == std::string_view::npos || close <= open) continue;
    const std::string_view file = line.substr(open + 1, close - open - 1);
    if (!file.starts_with(system_directory) && !is_adapted(file)) files.emplace(file);
  }
  return std::ranges::any_of(files, [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("_TARGET(") != std::string::npos) return true;  // NV_IF_TARGET, NV_DISPATCH_TARGET.
    for (std::size_t at = 0; (at = text.find("__CUDA_ARCH_", at)) != std::string::npos; ++at) {
      if (!std::string_view(text).substr(at).starts_with("__CUDA_ARCH_LIST__")) return true;
    }
    return false;
  });
}

}  // namespace fencepost::cli
