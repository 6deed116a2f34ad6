// The text of source lines, for reports.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::detector {

/// What separates words of a line, or stands around them.
inline constexpr std::string_view kBlanks = " \t\r";

/// Reads a file once, when it is first asked for. What is no regular file, or larger than any source, has no lines:
/// names of files may come from a report that somebody else wrote. Not thread-safe.
class SourceLines {
 public:
  /// Line `line` (from 1) of `path`, without the newline and trailing blanks.
  std::optional<std::string> text(const std::string& path, std::uint32_t line);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace fencepost::detector
