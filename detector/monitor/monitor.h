// Listens to the engine, keeps the shadow memory in step, and turns what was found into a Report.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "detector/check/access_listener.h"
#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/model/run_listener.h"
#include "detector/monitor/finding_watch.h"
#include "detector/order/ordered_log.h"
#include "detector/policy/policy.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/race_log.h"
#include "detector/streams/check.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

struct Baseline;

/// One side of a finding, in the user's words.
FindingAccess access_side(const RaceSide&, const sim::LaunchInfo&);

/// The observer of a checked program. Thread safety: as sim::Observer promises; report() when no launch runs.
class Monitor final : public sim::Observer {
 public:
  /// `listener` hears of the accesses of the launches that are checked; may be null, must outlive the monitor.
  explicit Monitor(const Options& options, AccessListener* listener = nullptr);

  void on_launch_begin(const sim::LaunchInfo&) override;
  void on_launch_end(const sim::LaunchInfo&, const sim::Stop*) override;
  void on_block_begin(const sim::LaunchInfo&, sim::BlockRank) override;
  void on_block_end(const sim::LaunchInfo&, sim::BlockRank) override;
  void on_barrier(const void* pc) override;
  void on_barrier_divergence(std::span<const sim::Waiter>) override;
  void on_deadlock(std::span<const sim::Waiter>) override;
  void on_thread_failed() override;
  void on_atomic(const sim::AtomicAccess&) override;
  void on_fence(const sim::Fence& fence) override;
  void on_group_barrier(std::span<const sim::ThreadRank> threads) override;
  void on_grid_barrier() override;
  void on_grid_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left) override;
  void on_warp_misuse(const sim::WarpMisuse&) override;
  bool wants_one_thread_at_a_time() override { return ordered_ != nullptr; }
  void on_arrive(const void* barrier, bool of_block, bool completes) override;
  void on_pass(const void* barrier, bool of_block) override;
  void on_open(const void* barrier, std::span<const sim::ThreadRank> threads) override;
  void on_completion_begin(const void* barrier, bool of_block) override;
  void on_completion_end(const void* barrier, bool of_block) override;
  void on_barrier_init(const void* barrier, bool of_block) override;
  void on_barrier_misuse(sim::BarrierMisuse, std::span<const sim::Waiter> threads) override;
  void on_async_copy(const void* to, const void* from, std::size_t bytes, const void* pc) override;
  void on_commit_copies() override;
  void on_await_copies(std::uint32_t remaining) override;
  void on_copies_arrive(const void* barrier, bool of_block) override;
  void on_range(const void* address, std::size_t bytes, bool writes, const void* pc) override;
  bool is_library_code(const void* pc) override;
  void on_allocate(const sim::Allocation&) override;
  void on_free(const sim::Allocation&) override;
  void on_polymorphic_parameter(std::string_view parameter, const void* pc) override;
  void on_copy(const void* to, const void* from, std::size_t bytes) override;
  void on_memset(const void* to, std::size_t bytes) override;
  void on_invalid_free(std::string_view call, const void* address, const void* pc) override;
  void on_invalid_arguments(std::string_view call, std::string_view what, const void* pc) override;
  void on_invalid_range(std::string_view call, std::string_view role, const void* address, std::size_t bytes,
                        bool of_device, const void* pc) override;
  void on_stream_begin(sim::StreamNumber, sim::StreamKind) override;
  void on_graph_launch_begin(std::uint32_t graph, std::span<const sim::StreamNumber> branches) override;
  void on_graph_launch_end() override;
  void on_stream_end(sim::StreamNumber) override;
  std::string place_of_call(const void* pc) override;
  void on_operation(const sim::StreamOperation&) override;
  void on_host_function_begin(const sim::StreamOperation&) override;
  void on_host_function_end() override;
  void on_host_wait(sim::StreamNumber, const void* pc) override;
  void on_host_wait_all(const void* pc) override;
  bool on_host_query(sim::StreamNumber, bool looks, const void* pc) override;
  bool on_host_query_event(std::uint64_t event, bool looks, const void* pc) override;
  void on_event_record(std::uint64_t event, sim::StreamNumber, const void* pc) override;
  void on_event_end(std::uint64_t event) override;
  void on_host_wait_event(std::uint64_t event, const void* pc) override;
  void on_stream_wait_event(sim::StreamNumber, std::uint64_t event, const void* pc) override;
  void on_free_in_stream(const sim::StreamOperation&) override;
  void on_host_access(const void* address, std::size_t bytes, bool writes, bool strong, const void* pc) override;
  [[noreturn]] void on_abandon(sim::StopReason) override;
  void on_host_crash(int signal) override;

  /// What suppresses findings. Its rules are to be read before the first launch.
  Policy& policy() { return policy_; }

  /// `begins` and `ends` are called when a launch begins, and when it has ended, before anything is done with what it
  /// found. To be set before the first launch.
  void tell_launches(std::function<void()> begins, std::function<void(const sim::LaunchInfo&)> ends);
  /// `listener` hears of launches and findings from now on; null: nobody does. To be set when no launch runs.
  void set_run_listener(RunListener* listener) { run_listener_ = listener; }
  /// `comes` is called before each launch, before anything else is done with it.
  void before_launches(std::function<void(const sim::LaunchInfo&)> comes) { launch_comes_ = std::move(comes); }
  /// What was launched and checked so far.
  [[nodiscard]] Summary totals_so_far() const;
  /// Forgets what was launched and found before the launch that comes.
  void start_anew(const sim::LaunchInfo& coming);
  /// Findings of the launches that have ended. Any thread, never waits.
  [[nodiscard]] std::size_t findings_so_far() const { return findings_so_far_.load(std::memory_order_relaxed); }

  /// See host_access_check.h.
  void check_host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc);

  /// Adds what can be told only when the program ends: leaks, errors that nobody asked for.
  void add_findings_of_the_end();
  /// Everything found so far, sorted, with its summary: at most `most` findings, else --max-findings. What `baseline`
  /// (may be null) knows does not count.
  Report report(const Baseline* baseline = nullptr, std::optional<std::size_t> most = {});
  /// Findings so far, suppressed ones too, each as often as it occurred; those of the running launch not included.
  std::uint64_t finding_count();
  /// A finding as report() has it but for its place among the others.
  [[nodiscard]] Finding told(Finding finding) const;
  /// True if it is at the level of --fail-on.
  [[nodiscard]] bool counts(const Finding& finding) const;
  /// Of the host thread that runs the tests.
  std::uint64_t open_watch(std::optional<ExpectedRace> expected);
  /// With its findings in the order of a report.
  FindingWatches::Seen close_watch(std::uint64_t watch, bool passes_on);
  /// Adds one finding by hand, once for each `key`. Any thread.
  void add_finding(Finding finding, const std::string& key);

 private:
  /// Threads of a block that wait at different places, or that left others waiting.
  struct Standstill {
    Kind kind{};
    Severity severity{};
    Scope scope = Scope::kIntraBlock;
    sim::BlockRank block = 0;
    std::uint32_t interval = 0;
    std::vector<sim::Waiter> waiters;
    std::uint64_t occurrences = 0;
    std::optional<sim::BlockRank> left{};  ///< Another block, which has returned.
    std::string message{}, hint{};         ///< Empty: as for every finding of the kind.
  };

  /// The running launch has ended: what it accessed takes its place among the operations of the streams.
  void end_launch_in_stream(const sim::LaunchInfo&);
  void add_findings_of_launch(const sim::LaunchInfo&, const sim::Stop*);
  void stand_still(Kind kind, std::span<const sim::Waiter> waiters);
  void take_note(Standstill found, const std::string& key);
  [[nodiscard]] Finding base(const sim::LaunchInfo&, Kind kind) const;
  Finding race_finding(const sim::LaunchInfo&, const RaceLog::Record&);
  Finding standstill_finding(const sim::LaunchInfo&, const Standstill&);
  Finding stop_finding(const sim::LaunchInfo&, const sim::Stop&);
  std::optional<Finding> fault_finding(const sim::LaunchInfo&, const FaultLog::Record&);
  void add_races(const sim::LaunchInfo&, const RaceLog&);
  void add_faults(const sim::LaunchInfo&, const FaultLog&);
  void add_call(Kind, Severity, std::string message, std::string hint, const void* pc);
  /// There is a finding about the call that returns to `pc`.
  bool has_told_call(const void* pc);
  void add(Finding finding, std::string key);
  /// A finding is new, or an error now.
  void tell_finding(std::size_t number);

  Options options_;
  AccessListener* listener_;
  std::unique_ptr<OrderedLaunch> ordered_;  ///< The running launch, if threads may be ordered by more than barriers.
  bool checking_ = false;                   ///< The running launch matches --kernel.
  bool has_checked_ = false;                ///< So did one of the launches so far.
  std::atomic<bool> uses_atomics_{false};   ///< A kernel has, so that its threads may depend on their order.
  std::set<std::string> passed_over_;       ///< Kernels that do not match.
  std::vector<std::pair<const void*, LaunchedKernel>> kernels_;  ///< By entry, still without names.
  Policy policy_;
  FindingWatches watches_;
  StreamCheck streams_;
  FootprintWanted footprint_ = FootprintWanted::kNothing;  ///< Of the running launch.
  sim::HostMutex mutex_;
  std::map<std::string, Standstill> standstills_;  ///< Of the running launch.
  std::map<std::string, std::size_t> by_key_;      ///< Into findings_.
  std::vector<Finding> findings_;
  struct RunningLaunch {
    std::uint64_t number = 0;
    const void* pc = nullptr;
    std::size_t first_finding = 0;  ///< How many there were before.
  };
  RunningLaunch launch_;                         ///< Or the last one.
  std::atomic<std::size_t> findings_so_far_{0};  ///< How many they are.
  RunListener* run_listener_ = nullptr;
  std::size_t running_kernel_ = 0;                            ///< Into kernels_.
  std::atomic<bool> in_launch_{false};                        ///< Until all that the launch found is in findings_.
  std::set<std::size_t> to_be_told_;                          ///< Findings of the running launch.
  Summary before_;                                            ///< What was launched before start_anew().
  std::function<void(const sim::LaunchInfo&)> launch_comes_;  ///< See before_launches().
  std::function<void()> launch_begins_;                       ///< See tell_launches().
  std::function<void(const sim::LaunchInfo&)> launch_ended_;
  std::set<SiteId> async_copies_;     ///< Sites of asynchronous copies in kernels.
  std::set<const void*> told_calls_;  ///< Return addresses of the calls that add_call() was given.
};

}  // namespace fencepost::detector
