#include "detector/policy/source_root.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace fencepost::detector {
namespace {

namespace fs = std::filesystem;

bool is_below(const std::string& path, std::string_view root) {
  return !root.empty() && path.size() > root.size() && path.starts_with(root) && path[root.size()] == '/';
}

/// Without a slash at its end.
std::string folder(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

std::vector<const Location*> locations_of(const Finding& finding) {
  std::vector<const Location*> locations;
  const auto add = [&](const Location& location) {
    if (location.line != 0) locations.push_back(&location);
  };
  for (const FindingAccess& access : finding.accesses) add(access.location);
  for (const FindingAccess& access : finding.accesses) std::ranges::for_each(access.stack, add);
  if (finding.object) {
    add(finding.object->declared);
    std::ranges::for_each(finding.object->stack, add);
  }
  std::ranges::for_each(finding.launched, add);
  for (const Bound* bound : {&finding.interval_begin, &finding.interval_end}) {
    if (*bound) add(**bound);
  }
  return locations;
}

namespace {

std::vector<std::string> files_of(const Report& report) {
  std::vector<std::string> files;
  for (const auto* findings : {&report.findings, &report.suppressed}) {
    for (const Finding& finding : *findings) {
      for (const Location* location : locations_of(finding)) files.push_back(location->file);
    }
  }
  return files;
}

}  // namespace

SourceRoot::SourceRoot(const Report& report, Symboliser& symboliser) : SourceRoot(files_of(report), symboliser) {}

SourceRoot::SourceRoot(const std::vector<std::string>& files, Symboliser& symboliser) {
  std::error_code ignored;
  const std::string here = folder(fs::current_path(ignored).string());
  const char* workspace = std::getenv("GITHUB_WORKSPACE");
  std::string compiled_in;
  for (const std::string& name : files) {
    const auto [known, is_new] = full_.try_emplace(name);
    if (!is_new) continue;
    const std::string full = fs::path(symboliser.full_path(name)).lexically_normal().string();
    known->second = full.starts_with('/') || !fs::exists(here + "/" + full, ignored) ? full : here + "/" + full;
    if (compiled_in.empty() && !name.starts_with('/') && known->second.ends_with("/" + name)) {
      compiled_in = known->second.substr(0, known->second.size() - name.size() - 1);
    }
  }
  for (const std::string& root : {folder(workspace != nullptr ? workspace : ""), compiled_in, here}) {
    if (std::ranges::any_of(full_, [&](const auto& file) { return is_below(file.second, root); })) {
      root_ = root;
      break;
    }
  }
}

std::string SourceRoot::file(const std::string& file) const {
  const auto known = full_.find(file);
  const std::string& full = known == full_.end() ? file : known->second;
  return is_below(full, root_) ? full.substr(root_.size() + 1) : full;
}

}  // namespace fencepost::detector
