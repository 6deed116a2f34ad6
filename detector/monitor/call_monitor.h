// Calls of the runtime API that are wrong, and what is wrong at the program's end: leaks, errors that nobody asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <thread>

#include "detector/findings/findings.h"
#include "detector/model/options.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Thread safety: full.
class CallMonitor final : public sim::CallObserver {
 public:
  CallMonitor(const Options& options, Findings& findings) : options_(options), findings_(findings) {}

  void on_invalid_free(std::string_view call, const void* address, const void* pc) override;
  void on_invalid_range(std::string_view call, std::string_view role, const void* address, std::size_t bytes,
                        bool of_device, const void* pc) override;
  void on_invalid_arguments(std::string_view call, std::string_view what, const void* pc) override;
  void on_library_operation() override { ++library_operations_; }
  void on_operand_read(std::string_view call, std::string_view role, std::span<const sim::OperationRange> ranges,
                       std::size_t element_bytes, const void* pc) override;
  void on_missing_file(std::string_view call, std::string_view what, const void* pc) override;
  void on_refused_source(std::string_view call, std::string_view what, const void* pc) override;
  void on_unknown_name(std::string_view call, std::string_view what, std::string_view name, std::string_view known,
                       const void* pc) override;
  void on_unsupported_call(std::string_view what, std::string_view status, const void* pc) override;
  void on_polymorphic_parameter(std::string_view parameter, const void* pc) override;
  void on_calls_at_odds(std::string_view what, std::string_view hint, std::span<const sim::CallSite>) override;
  void on_calls_stuck(std::string_view what, std::string_view hint, std::span<const sim::CallSite>) override;
  void on_call_waits(std::string_view what, const sim::CallSite&) override;
  void on_call_goes_on() override;

  /// Since then.
  void start_anew() { library_operations_ = 0; }
  [[nodiscard]] std::uint64_t library_operations() const { return library_operations_; }

  /// When the program ends.
  void add_findings_of_the_end();
  /// Of calls that still wait for others: when the program ends, or its time is up (kTimeout).
  void add_waiting_calls(Kind kind);

 private:
  struct WaitingCall {
    std::string what;
    sim::CallSite site;
  };

  void add(Kind, Severity, std::string message, std::string hint, const void* pc);
  void add(Kind, std::string_view message, std::string_view hint, std::span<const sim::CallSite>);
  /// There is a finding about the call that returns to `pc`.
  bool has_told(const void* pc);

  const Options& options_;
  Findings& findings_;
  sim::HostMutex mutex_;
  std::atomic<std::uint64_t> library_operations_{0};
  std::set<const void*> told_;  ///< Return addresses of the calls that add() was given.
  std::atomic<bool> at_end_ = false;
  std::map<std::thread::id, WaitingCall> waiting_;
};

}  // namespace fencepost::detector
