// The observers of a checked program, one for each concern, and what they have in common.
#pragma once

#include <optional>

#include "detector/findings/findings.h"
#include "detector/model/options.h"
#include "detector/monitor/access_monitor.h"
#include "detector/monitor/barrier_monitor.h"
#include "detector/monitor/call_monitor.h"
#include "detector/monitor/checked_launch.h"
#include "detector/monitor/guide.h"
#include "detector/monitor/launch_monitor.h"
#include "detector/monitor/memory_monitor.h"
#include "detector/monitor/stream_monitor.h"
#include "detector/streams/check.h"
#include "detector/worker/access_listener.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

struct Baseline;

/// Thread safety: that of its parts; the rest is for when no launch runs.
class Monitor {
 public:
  /// `listener` hears of the accesses of the launches that are checked, `steps` of what is issued to streams, if races
  /// are looked for; they may be null, and must outlive the monitor.
  explicit Monitor(const Options& options, AccessListener* listener = nullptr, StepListener* steps = nullptr);
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  /// What the engine is to tell; the end of the process is none of it.
  [[nodiscard]] sim::Observers observers();
  Findings& findings() { return findings_; }
  /// From now on accesses of host code are told to this monitor: see host_access_check.h. Of one monitor a process.
  void watch_host_accesses();
  /// To be set before the first launch.
  void set_hooks(LaunchHooks hooks) { launches_.set_hooks(std::move(hooks)); }

  /// Forgets what was launched and found before the launch that comes.
  void start_anew(const sim::LaunchInfo& coming);
  /// Adds what can be told only when the program ends: leaks, errors that nobody asked for.
  void add_findings_of_the_end() { calls_.add_findings_of_the_end(); }
  /// Of calls that still wait for others, when the program ends or its time is up (kTimeout).
  void add_waiting_calls(Kind kind) { calls_.add_waiting_calls(kind); }
  /// Everything found so far, sorted, with its summary: at most `most` findings, else --max-findings. What `baseline`
  /// (may be null) knows does not count.
  Report report(const Baseline* baseline = nullptr, std::optional<std::size_t> most = {});

 private:
  const Options options_;
  CheckedLaunch launch_;
  Findings findings_;
  StreamCheck streams_;
  AccessMonitor accesses_;
  BarrierMonitor barriers_;
  LaunchMonitor launches_;
  MemoryMonitor memory_;
  CallMonitor calls_;
  StreamMonitor stream_monitor_;
  Guide guide_;
};

}  // namespace fencepost::detector
