#include "detector/monitor/guide.h"

#include "detector/symbols/object_name.h"
#include "detector/symbols/script_calls.h"
#include "detector/symbols/sites.h"

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

}  // namespace fencepost::detector
