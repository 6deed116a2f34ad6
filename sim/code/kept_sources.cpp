#include "sim/code/kept_sources.h"

#include <map>
#include <mutex>
#include <sstream>

namespace fencepost::sim {
namespace {

std::mutex sources_mutex;

std::map<std::string, std::string>& sources() {
  static auto& all = *new std::map<std::string, std::string>;  // The last report is written when statics are gone.
  return all;
}

}  // namespace

void keep_source(const std::string& path, const std::string& text) {
  const std::scoped_lock lock(sources_mutex);
  sources()[path] = text;
}

std::optional<std::string> kept_line(const std::string& path, std::uint32_t line) {
  const std::scoped_lock lock(sources_mutex);
  const auto found = sources().find(path);
  if (found == sources().end()) return std::nullopt;
  std::istringstream text(found->second);
  std::string one;
  for (std::uint32_t i = 0; i < line; ++i) {
    if (!std::getline(text, one)) return std::nullopt;
  }
  one.erase(one.find_last_not_of(" \t\r") + 1);
  return one;
}

}  // namespace fencepost::sim
