// What a checked program tells of its launches while they run.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "detector/findings/findings.h"
#include "detector/model/options.h"
#include "detector/text/progress_timer.h"
#include "sim/interface/events.h"

namespace fencepost::detector {

/// On a terminal: a line of progress for launches that take longer than two seconds, unless --quiet. With --verbose: a
/// line for each launch as it ends. Neither costs a launch more than a call. Must live until the process' end.
/// Thread safety: begins() and ended() on the thread that launches, one launch at a time; stop() on any.
class LaunchProgress {
 public:
  LaunchProgress(const Options& options, const Findings& findings);

  void begins();
  void ended(const sim::LaunchInfo&);
  /// Takes the line of progress away for ever: a report comes. Also in a signal handler.
  void stop();

 private:
  const Findings& findings_;
  const bool shows_, verbose_;
  std::atomic<ProgressTimer*> timer_{nullptr};  ///< Never destroyed: needed until the process is gone.
  std::chrono::steady_clock::time_point launch_began_;
  std::uint64_t accesses_before_ = 0, in_rows_before_ = 0;  ///< The launch.
};

}  // namespace fencepost::detector
