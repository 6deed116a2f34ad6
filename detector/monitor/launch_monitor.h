// Launches and their blocks: shadow memory is kept in step, and what it has recorded becomes findings at the end.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "detector/check/registered_accesses.h"
#include "detector/findings/findings.h"
#include "detector/model/options.h"
#include "detector/monitor/access_monitor.h"
#include "detector/monitor/barrier_monitor.h"
#include "detector/monitor/checked_launch.h"
#include "detector/streams/check.h"
#include "detector/worker/access_listener.h"
#include "detector/worker/quiet_pages.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Whom else launches are told to. Unset ones are not called.
struct LaunchHooks {
  /// A launch comes, before anything is done with it.
  std::function<void(const sim::LaunchInfo&)> comes{};
  std::function<void()> begins{};
  /// It has ended, before anything is done with what it found.
  std::function<void(const sim::LaunchInfo&)> ended{};
};

/// Thread safety: as sim::LaunchObserver promises.
class LaunchMonitor final : public sim::LaunchObserver {
 public:
  /// What it works with, and outlives it. `listener` hears of the accesses of checked launches; may be null.
  struct Parts {
    const Options& options;
    CheckedLaunch& launch;
    Findings& findings;
    StreamCheck& streams;
    BarrierMonitor& barriers;
    AccessMonitor& accesses;
    AccessListener* listener;
  };
  explicit LaunchMonitor(const Parts& parts) : with_(parts) {}

  void on_launch_begin(const sim::LaunchInfo&) override;
  void on_launch_end(const sim::LaunchInfo&, const sim::Stop*) override;
  void on_launch_waits(const sim::LaunchInfo&) override;
  void on_launch_goes_on(const sim::LaunchInfo&) override;
  void on_block_begin(const sim::LaunchInfo&, sim::BlockRank) override;
  void on_block_end(const sim::LaunchInfo&, sim::BlockRank) override;
  void on_tensor_memory_kept(sim::BlockRank, sim::ThreadRank, std::uint32_t columns, const void* pc) override;
  void on_thread_failed() override;

  /// To be set before the first launch.
  void set_hooks(LaunchHooks hooks) { hooks_ = std::move(hooks); }
  /// What was launched and checked so far.
  [[nodiscard]] Summary totals() const;
  /// Counts from the launch that comes, which the engine has counted already.
  void start_anew(const sim::LaunchInfo& coming);
  /// That no kernel's name matched --kernel; which kernels wrote where they were not expected to.
  [[nodiscard]] std::vector<Note> notes() const;

 private:
  [[nodiscard]] QuietPages::Use use_of_quiet_pages(const sim::LaunchInfo&) const;
  /// A launch in whose middle others run, for which its threads wait.
  struct SetAside {
    sim::LaunchInfo launch;
    bool checking = false;
    std::unique_ptr<OrderedLaunch> ordered;
    FootprintWanted footprint{};
    Sampling::Running sampling;
    RegisteredAccesses registered;
    std::uint64_t accesses_before = 0;
    std::map<std::string, Standstill> standstills;
  };
  void set_aside();
  void resume(std::uint64_t launch);
  bool matches(const sim::LaunchInfo&);
  /// The launch's accesses take their place among the operations of the streams.
  void end_in_stream(const sim::LaunchInfo&);
  void add_findings(const sim::LaunchInfo&, const sim::Stop*);
  void take_memory_for_written();
  void note_stray(const sim::LaunchInfo&);

  const Parts with_;
  sim::LaunchInfo running_;  ///< Without its arguments.
  std::vector<SetAside> set_aside_;
  LaunchHooks hooks_;
  bool has_checked_ = false;                   ///< A launch matched --kernel.
  std::set<std::string> passed_over_;          ///< Kernels that do not.
  std::map<std::string, std::string> strays_;  ///< By kernel, what is to be said of its first QuietPages::Stray.
  std::uint64_t accesses_before_ = 0;          ///< Checked before the running launch.
  std::set<std::uint64_t> taken_for_written_;  ///< Allocations, by number.
  Summary before_;                             ///< What was launched before start_anew().
};

}  // namespace fencepost::detector
