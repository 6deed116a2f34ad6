#include "detector/symbols/host_calls.h"

#include "detector/symbols/sites.h"

namespace fencepost::detector {

std::vector<Location> lines_of_calls(std::span<const void* const> stack) {
  std::vector<Location> lines;
  for (const void* const call : stack) {
    for (Location& frame : Sites::instance().symboliser().frames(call)) {
      if (frame.line == 0 || is_system_file(frame.file)) continue;
      const bool is_main = frame.function == "main";
      lines.push_back(std::move(frame));
      if (is_main) return lines;
    }
  }
  return lines;
}

}  // namespace fencepost::detector
