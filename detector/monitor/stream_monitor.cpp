#include "detector/monitor/stream_monitor.h"

#include <mutex>

#include "detector/check/host_access_check.h"
#include "detector/monitor/ghost.h"
#include "detector/shadow/shadow_cell.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

void StreamMonitor::on_stream_begin(sim::StreamNumber stream, sim::StreamKind kind, sim::DeviceNumber device) {
  streams_.begin_stream(stream, kind, device);
}
void StreamMonitor::on_graph_launch_begin(std::uint32_t graph, std::span<const sim::StreamNumber> branches,
                                          sim::DeviceNumber device) {
  streams_.begin_graph_launch(graph, branches, device);
}
void StreamMonitor::on_graph_launch_end() { streams_.end_graph_launch(); }
void StreamMonitor::on_stream_end(sim::StreamNumber stream) { streams_.end_stream(stream); }
void StreamMonitor::on_device_stream_begin(const sim::DeviceStream& stream) { streams_.begin_device_stream(stream); }
void StreamMonitor::on_children_end(std::uint64_t launch) { streams_.end_children(launch); }
void StreamMonitor::on_operation(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.operation(operation);
}
void StreamMonitor::on_free_in_stream(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.free_in_stream(operation);
}
void StreamMonitor::on_host_function_begin(const sim::StreamOperation& operation) {
  if (options_.checks.race) streams_.begin_host_function(operation);
}
void StreamMonitor::on_host_function_end() {
  if (options_.checks.race) streams_.end_host_function();
}
void StreamMonitor::on_host_wait(sim::StreamNumber stream, const void* pc) { streams_.host_waits_for(stream, pc); }
void StreamMonitor::on_host_wait_device(sim::DeviceNumber device, const void* pc) {
  streams_.host_waits_for_device(device, pc);
}
void StreamMonitor::on_event_record(std::uint64_t event, sim::StreamNumber stream, const void* pc) {
  streams_.record_event(event, stream, pc);
}
void StreamMonitor::on_event_end(std::uint64_t event) { streams_.end_event(event); }
void StreamMonitor::on_host_wait_event(std::uint64_t event, const void* pc) {
  streams_.host_waits_for_event(event, pc);
}
void StreamMonitor::on_stream_wait_event(sim::StreamNumber stream, std::uint64_t event, const void* pc) {
  streams_.stream_waits_for(stream, event, pc);
}

void StreamMonitor::on_take_away(const char* call, const void* address, std::size_t bytes, const void* pc) {
  if (options_.checks.race) streams_.host_access(address, bytes, kWrites, pc, call);
}

void StreamMonitor::on_host_access(const void* address, std::size_t bytes, bool writes, bool strong, const void* pc) {
  unsigned kind = writes ? unsigned{kWrites} : unsigned{kPlainRead};
  if (strong) kind |= kStrong | kIsAtomic;
  check_host_access(address, bytes, kind, pc);
}

void StreamMonitor::check_host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc) {
  if (sim::HostMutex::held() != 0 || sim::current.in_kernel || ghost_check_runs()) return;
  if (streams_.take_end_of_wait()) {
    if (const auto go_on = sim::let_waiting_launch_go_on.load()) go_on();
  }
  if (sim::host_watch.meets(address, bytes)) streams_.host_access(address, bytes, kind, pc);
  if (!options_.checks.memory || !sim::arena_bounds.is_device_only(address)) return;
  auto [finding, key] = host_dereference(address, bytes, kind, pc);
  findings_.add(std::move(finding), key);
}

}  // namespace fencepost::detector
