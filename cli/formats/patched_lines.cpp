#include "cli/formats/patched_lines.h"

#include <charconv>

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Of "@@ -12,7 +12,8 @@": the first line of the old file that a hunk shows, at least 1.
std::uint32_t first_line(std::string_view hunk) {
  constexpr std::string_view kBegin = "@@ -";
  std::uint32_t line = 0;
  std::from_chars(hunk.data() + kBegin.size(), hunk.data() + hunk.size(), line);
  return line == 0 ? 1 : line;
}

}  // namespace

std::vector<PatchedFile> patched_files(std::string_view patch) {
  std::vector<PatchedFile> files;
  std::uint32_t line = 0;     // next one of the old file; 0: outside of a hunk
  bool is_in_change = false;  // the last line of the patch belongs to one
  while (!patch.empty()) {
    const std::string_view text = take_line(patch);
    if (text.starts_with("--- a/") && patch.starts_with("+++ ")) {
      const std::string_view name = text.substr(6);
      files.push_back({std::string(name.substr(0, name.find('\t'))), {}});
      take_line(patch);
      line = 0;
      is_in_change = false;
    } else if (text.starts_with("@@ -")) {
      line = first_line(text);
      is_in_change = false;
    } else if (line == 0 || files.empty() || text.empty() || text.front() == '\\') {
      continue;
    } else if (text.front() == ' ') {
      ++line;
      is_in_change = false;
    } else {
      std::vector<PatchedLines>& changes = files.back().changes;
      if (!is_in_change) changes.push_back({line, 0, {}});
      is_in_change = true;
      if (text.front() == '+') {
        changes.back().added += std::string(text.substr(1)) + "\n";
      } else if (text.front() == '-') {
        ++changes.back().removed;
        ++line;
      }
    }
  }
  return files;
}

}  // namespace fencepost::cli
