// What the monitor hears of streams and passes on.
#include "detector/check/host_access_check.h"
#include "detector/check/registered_accesses.h"
#include "detector/check/worker_shadow.h"
#include "detector/monitor/ghost.h"
#include "detector/monitor/monitor.h"
#include "detector/symbols/object_name.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

void Monitor::end_launch_in_stream(const sim::LaunchInfo& launch) {
  if (!options_.checks.race || !checking_ || footprint_ == FootprintWanted::kNothing) return;
  const bool host_visible_only = footprint_ == FootprintWanted::kHostVisible;
  const auto threads = static_cast<std::uint32_t>(launch.block.count());
  Footprint footprint;
  WorkerShadow::add_footprint(host_visible_only, threads, footprint);
  if (ordered_ != nullptr) ordered_->add_footprint(host_visible_only, threads, footprint);
  take_registered_accesses(footprint);
  footprint.finish();
  streams_.end_launch(launch, std::move(footprint));
}

void Monitor::on_stream_begin(sim::StreamNumber stream, sim::StreamKind kind) { streams_.begin_stream(stream, kind); }
void Monitor::on_graph_launch_begin(std::uint32_t graph, std::span<const sim::StreamNumber> branches) {
  streams_.begin_graph_launch(graph, branches);
}
void Monitor::on_graph_launch_end() { streams_.end_graph_launch(); }
void Monitor::on_stream_end(sim::StreamNumber stream) { streams_.end_stream(stream); }
void Monitor::on_operation(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.operation(operation);
}
void Monitor::on_free_in_stream(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.free_in_stream(operation);
}
void Monitor::on_host_function_begin(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.begin_host_function(operation);
}
void Monitor::on_host_function_end() {
  if (options_.checks.race) streams_.end_host_function();
}
void Monitor::on_host_wait(sim::StreamNumber stream, const void* pc) { streams_.host_waits_for(stream, pc); }
void Monitor::on_host_wait_all(const void* pc) { streams_.host_waits_for_all(pc); }
bool Monitor::on_host_query(sim::StreamNumber stream, bool looks, const void* pc) {
  return !options_.checks.race || streams_.host_queries(stream, looks, pc);
}
bool Monitor::on_host_query_event(std::uint64_t event, bool looks, const void* pc) {
  return !options_.checks.race || streams_.host_queries_event(event, looks, pc);
}
void Monitor::on_event_record(std::uint64_t event, sim::StreamNumber stream, const void* pc) {
  streams_.record_event(event, stream, pc);
}
void Monitor::on_event_end(std::uint64_t event) { streams_.end_event(event); }
void Monitor::on_host_wait_event(std::uint64_t event, const void* pc) { streams_.host_waits_for_event(event, pc); }
void Monitor::on_stream_wait_event(sim::StreamNumber stream, std::uint64_t event, const void* pc) {
  streams_.stream_waits_for(stream, event, pc);
}

std::string Monitor::place_of_call(const void* pc) {
  const Location line = line_of_call(pc);
  return line.line != 0 ? line.file + ':' + std::to_string(line.line) + ": " : std::string();
}

void Monitor::on_host_access(const void* address, std::size_t bytes, bool writes, bool strong, const void* pc) {
  unsigned kind = writes ? unsigned{kWrites} : unsigned{kPlainRead};
  if (strong) kind |= kStrong | kIsAtomic;
  check_host_access(address, bytes, kind, pc);
}

void Monitor::check_host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc) {
  if (sim::current.in_kernel || ghost_check_runs()) return;
  if (sim::host_watch.meets(address, bytes)) streams_.host_access(address, bytes, kind, pc);
  if (sim::arena_bounds.is_device_only(address)) report_host_dereference(address, bytes, kind, pc);
}

}  // namespace fencepost::detector
