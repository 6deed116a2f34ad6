// What a run has found so far: each finding once, with how often it occurred, whether it counts, and who is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "detector/findings/finding_watch.h"
#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/model/run_listener.h"
#include "detector/policy/policy.h"
#include "sim/interface/events.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

/// Thread safety: full, but for policy(), set_listener() and start_anew(), which are for when no launch runs.
class Findings {
 public:
  explicit Findings(const Options& options) : options_(options) {}

  /// A launch begins, which is checked or not. Until end_launch() what is found is of it.
  void begin_launch(const sim::LaunchInfo&, bool checked);
  /// All that it found has been added. `totals`: of the run so far.
  void end_launch(const sim::LaunchInfo&, const Summary& totals);
  /// A launch that began in the middle of this one has ended.
  void resume_launch(const sim::LaunchInfo& launch);

  /// Adds a finding, or one more occurrence of the one with this key.
  void add(Finding finding, const std::string& key);

  /// What the user has allowed: rules are to be read before the first launch.
  Policy& policy() { return policy_; }
  /// What suppresses such a finding by the policy; nullopt if it counts.
  std::optional<Suppression> decide(const Finding& finding);
  /// Threads may depend on their order (atomic operations, fences): findings of random schedules tell the seed.
  void order_matters() {
    if (!order_matters_.load(std::memory_order_relaxed)) order_matters_.store(true, std::memory_order_relaxed);
  }

  /// `listener` hears of launches and findings from now on; null: nobody does.
  void set_listener(RunListener* listener) { listener_ = listener; }
  /// Forgets what was launched and found.
  void start_anew();

  /// How many there are, of launches that have ended. Never waits.
  [[nodiscard]] std::size_t so_far() const { return so_far_.load(std::memory_order_relaxed); }
  /// Suppressed ones, too, each as often as it occurred; those of the running launch not included.
  std::uint64_t count();
  /// A finding in the words of reports, with its fingerprint, but for its place among the others.
  [[nodiscard]] Finding told(Finding finding) const;
  /// True if it is at the level of --fail-on.
  [[nodiscard]] bool counts(const Finding& finding) const;
  /// Adds the findings, the kernels that were launched, and the policy's notes to a report.
  void put_into(Report& report);

  /// Of the host thread that runs the tests: see <fencepost/findings.h>.
  std::uint64_t open_watch(std::optional<ExpectedRace> expected);
  /// With its findings in the order of a report.
  FindingWatches::Seen close_watch(std::uint64_t watch, bool passes_on);

 private:
  void add_locked(Finding finding, std::string key);
  /// A finding is new, or an error now.
  void tell(std::size_t number);

  struct RunningLaunch {
    std::uint64_t number = 0;
    const void* pc = nullptr;
    std::size_t first_finding = 0;  ///< How many there were before.
  };

  const Options& options_;
  Policy policy_;
  RunListener* listener_ = nullptr;
  std::atomic<bool> order_matters_{false};
  std::atomic<bool> in_launch_{false};  ///< Until all that the launch found is in findings_.
  std::atomic<std::size_t> so_far_{0};  ///< How many they are.

  sim::HostMutex mutex_;                                         ///< Of what follows.
  std::vector<std::pair<const void*, LaunchedKernel>> kernels_;  ///< By entry, still without names.
  std::size_t running_kernel_ = 0;                               ///< Into kernels_.
  FindingWatches watches_;
  std::map<std::string, std::size_t> by_key_;  ///< Into findings_.
  std::vector<Finding> findings_;
  RunningLaunch launch_;              ///< Or the last one.
  std::set<std::size_t> to_be_told_;  ///< Findings of the running launch.
};

/// Those of the checked program, for what its code calls (<fencepost/findings.h>, <fencepost/ghost.h>); null in others.
/// Set at start-up.
inline Findings* findings_of_program = nullptr;

}  // namespace fencepost::detector
