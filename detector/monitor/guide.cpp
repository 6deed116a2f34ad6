#include "detector/monitor/guide.h"

#include <algorithm>

#include "detector/shadow/memory_state.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/script_calls.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {

bool Guide::is_library_code(const void* pc) { return Sites::instance().symboliser().is_library_code(pc); }

const void* Guide::script_call() { return detector::script_call(); }

bool Guide::host_queries(sim::StreamNumber stream, bool looks, const void* pc) {
  return !options_.checks.race || streams_.host_queries(stream, looks, pc);
}

bool Guide::host_queries_event(std::uint64_t event, bool looks, const void* pc) {
  return !options_.checks.race || streams_.host_queries_event(event, looks, pc);
}

std::string Guide::place_of_call(const void* pc) {
  const Location line = line_of_call(pc);
  return line.line != 0 ? line.file + ':' + std::to_string(line.line) + ": " : std::string();
}

std::vector<sim::MemoryRange> Guide::unwritten(const void* address, std::size_t bytes) {
  std::vector<sim::MemoryRange> ranges;
  if (!memory_checks().written || !sim::arena_bounds.contains(address)) return ranges;
  const MemoryState& state = MemoryState::of_arena();
  const auto* const begin = static_cast<const std::byte*>(address);
  const auto first = reinterpret_cast<std::uintptr_t>(address), end = first + bytes;
  for (std::uintptr_t at = first; (at = state.first_unwritten(at, end - at)) < end;) {
    const std::uintptr_t range = at;
    at = std::min(state.first_written(at, end - at), end);
    ranges.push_back({begin + (range - first), at - range});
  }
  return ranges;
}

}  // namespace fencepost::detector
