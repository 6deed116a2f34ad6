#include "detector/text/source_lines.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace fencepost::detector {
namespace {

/// Neither a device nor a pipe may hold up the report.
bool is_source(const std::string& path) {
  constexpr std::uintmax_t kGreatest = std::uintmax_t{256} << 20;
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && std::filesystem::file_size(path, error) <= kGreatest;
}

}  // namespace

std::optional<std::string> SourceLines::text(const std::string& path, std::uint32_t line) {
  auto known = files_.find(path);
  if (known == files_.end()) {
    std::vector<std::string> lines;
    std::ifstream in(is_source(path) ? path : std::string());
    for (std::string text; std::getline(in, text);) {
      text.erase(text.find_last_not_of(" \t\r") + 1);
      lines.push_back(std::move(text));
    }
    known = files_.emplace(path, std::move(lines)).first;
  }
  if (line == 0 || line > known->second.size()) return std::nullopt;
  return known->second[line - 1];
}

}  // namespace fencepost::detector
