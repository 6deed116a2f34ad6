// Sources that are in no file: programs hand them to NVRTC. Reports quote their lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fencepost::sim {

/// `path` is what debug information calls it, absolute. A second one of the same name takes the place of the first.
/// Thread safety of both: full.
void keep_source(const std::string& path, const std::string& text);
/// Line `line` (from 1), without the newline; nullopt if no such source was kept, or it is shorter.
std::optional<std::string> kept_line(const std::string& path, std::uint32_t line);

}  // namespace fencepost::sim
