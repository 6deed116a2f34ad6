#include "detector/source_lines.h"

#include <fstream>
#include <utility>

namespace fencepost::detector {

std::optional<std::string> SourceLines::text(const std::string& path, std::uint32_t line) {
  auto known = files_.find(path);
  if (known == files_.end()) {
    std::vector<std::string> lines;
    std::ifstream in(path);
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
