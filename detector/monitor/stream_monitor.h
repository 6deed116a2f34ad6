// The order of what the host issues, and the accesses of host code.
#pragma once

#include "detector/findings/findings.h"
#include "detector/model/options.h"
#include "detector/streams/check.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Passes on what it hears, if races are looked for. Thread safety: as sim::StreamObserver promises.
class StreamMonitor final : public sim::StreamObserver {
 public:
  StreamMonitor(const Options& options, StreamCheck& streams, Findings& findings)
      : options_(options), streams_(streams), findings_(findings) {}

  /// See host_access_check.h. Not of kernels, nor of what runs on behalf of the checks themselves.
  void check_host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc);

  void on_stream_begin(sim::StreamNumber, sim::StreamKind, sim::DeviceNumber) override;
  void on_graph_launch_begin(std::uint32_t graph, std::span<const sim::StreamNumber> branches,
                             sim::DeviceNumber) override;
  void on_graph_launch_end() override;
  void on_primary_awaited() override { streams_.launch_awaits_primary(); }
  void on_device_stream_begin(const sim::DeviceStream&) override;
  void on_children_end(std::uint64_t launch) override;
  void on_stream_end(sim::StreamNumber) override;
  void on_operation(const sim::StreamOperation&) override;
  void on_host_function_begin(const sim::StreamOperation&) override;
  void on_host_function_end() override;
  void on_host_wait(sim::StreamNumber, const void* pc) override;
  void on_host_wait_device(sim::DeviceNumber, const void* pc) override;
  void on_event_record(std::uint64_t event, sim::StreamNumber, const void* pc) override;
  void on_event_end(std::uint64_t event) override;
  void on_host_wait_event(std::uint64_t event, const void* pc) override;
  void on_stream_wait_event(sim::StreamNumber, std::uint64_t event, const void* pc) override;
  void on_free_in_stream(const sim::StreamOperation&) override;
  void on_take_away(const char* call, const void* address, std::size_t bytes, const void* pc) override;
  void on_host_access(const void* address, std::size_t bytes, bool writes, bool strong, const void* pc) override;

 private:
  const Options& options_;
  StreamCheck& streams_;
  Findings& findings_;
};

}  // namespace fencepost::detector
