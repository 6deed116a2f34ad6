// The run of a checked program: what it was asked for, what watches it, and how it ends.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "detector/model/options.h"
#include "detector/monitor/monitor.h"
#include "detector/options/check_place.h"
#include "detector/permission/recorder.h"
#include "detector/permission/scope_recorder.h"
#include "detector/processes/collection.h"
#include "detector/profile/recorder.h"
#include "detector/replay/recorder.h"
#include "detector/report/fingerprint.h"
#include "detector/session/launch_progress.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// One of each process that launches kernels; a child that fork() makes gets the parent's, and makes it its own with
/// its first launch. Never destroyed: it is needed until the process is gone.
class Session final : public sim::ProcessObserver {
 public:
  /// Reads the options of the process and begins to watch it. Ends the process with status 2 if they are wrong.
  Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// exit() has been called, by any thread or a signal handler: writes the report, and ends the process if that asks
  /// for another status.
  void at_exit(int program_status);
  /// The same of _exit(), if the calling thread runs a script: no handler of a signal does.
  void at_exit_of_script(int status);
  /// The process ends by _exit(), without a report. Also in a signal handler, and in a child that shares its parent's
  /// memory.
  void tell_exit(int status);

  /// Time-out or interrupt: writes the report and ends the process.
  [[noreturn]] void on_abandon(sim::StopReason) override;
  /// Writes the report of what ran before the host part of the program got `signal`.
  void on_host_crash(int signal) override;

 private:
  void adopt_forked_child(const sim::LaunchInfo& launch);
  void join(const std::optional<CheckPlace>& check);
  void read_policy();
  int report(int own_status, bool is_final, const char* note = nullptr);
  /// `report` with the findings beyond --max-findings.
  Report everything(const Report& report);
  void write_records() const;

  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  bool is_bystander_;  ///< It has the shared library, but nobody asked for its report: told only if a kernel ran.
  pid_t owner_;        ///< A forked child does not report its parent's launches; its own from the first one on.
  std::optional<CheckPlace> check_;
  /// Of its children by fork(), how many have launched kernels, in memory that they share; null: the system has none.
  std::atomic<std::uint32_t>* launching_children_;
  Options options_;
  ProgramCall program_;
  std::unique_ptr<PermissionRecorder> permissions_;  ///< If permissions are asked for.
  std::unique_ptr<ScopeRecorder> scopes_;            ///< If annotations are to be inferred.
  std::unique_ptr<ReplayRecorder> replay_;           ///< If blocks are to be recorded.
  std::unique_ptr<ProfileRecorder> profile_;         ///< If a profile is asked for.
  std::unique_ptr<Monitor> monitor_;
  std::unique_ptr<LaunchProgress> progress_;
  std::unique_ptr<Collection> collection_;  ///< If a `fencepost check` runs this process.
  std::optional<Baseline> baseline_;        ///< If one was given.
  std::atomic<bool> reported_{false};
  std::atomic<bool> launch_stopped_{false};
};

}  // namespace fencepost::detector
