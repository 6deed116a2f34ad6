#include "detector/profile/lines.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "detector/symbols/sites.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

constexpr std::string_view kOurHeaders = "/include/fencepost/";

/// From the address in the executable's file.
const void* code(std::uintptr_t pc) { return reinterpret_cast<const void*>(pc + sim::own_image().bias); }

/// The user's line at `pc`. clang++ gives some blocks no line: then that of what follows.
Location line_at(std::uintptr_t pc) {
  constexpr std::uintptr_t kFarthest = 16;
  Location location;
  for (std::uintptr_t at = pc; at < pc + kFarthest && location.line == 0; ++at) {
    const auto frames = Sites::instance().symboliser().frames(code(at));
    if (!frames.empty()) location = frames[user_frame(frames)];
  }
  return location;
}

bool is_in_our_headers(std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t at = begin; at < end; ++at) {
    const Location line = Sites::instance().symboliser().line(code(at));
    if (line.line != 0 && line.file.find(kOurHeaders) == std::string::npos) return false;
  }
  return true;
}

bool is_block(const ProfileCounts& counts) { return counts.lanes.steps != 0; }

}  // namespace

void add_lines(const CountsByPc& counts, KernelProfile& kernel) {
  // Where no block was seen to follow, one is not taken to be longer than this.
  constexpr std::uint32_t kLongestBlock = 256;
  const std::map<std::uint32_t, ProfileCounts> in_order(counts.begin(), counts.end());
  std::map<Location, ProfileCounts> by_line;
  for (auto at = in_order.begin(); at != in_order.end(); ++at) {
    auto [pc, cost] = *at;
    if (is_block(cost)) {
      const auto next = std::find_if(std::next(at), in_order.end(), [](const auto& e) { return is_block(e.second); });
      const std::uint32_t end = next == in_order.end() ? pc + kLongestBlock : std::min(next->first, pc + kLongestBlock);
      if (is_in_our_headers(pc, end)) cost.lanes = {};
    }
    kernel.total.add(cost);
    by_line[line_at(pc)].add(cost);
  }
  for (const auto& [location, cost] : by_line) kernel.lines.push_back({location, cost});
}

}  // namespace fencepost::detector
