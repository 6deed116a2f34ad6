#include "detector/monitor/launch_monitor.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "detector/check/host_variables.h"
#include "detector/check/registered_accesses.h"
#include "detector/check/static_shared.h"
#include "detector/contract/block.h"
#include "detector/contract/launch.h"
#include "detector/monitor/contract_findings.h"
#include "detector/monitor/ghost.h"
#include "detector/monitor/launch_findings.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_state.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/text/name_patterns.h"
#include "detector/worker/worker_shadow.h"
#include "sim/cluster/cluster.h"
#include "sim/cluster/places.h"
#include "sim/engine/arena.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

/// Of the allocations that the arguments point to.
std::uint64_t bytes_at_hand(const sim::LaunchInfo& launch) {
  std::map<const void*, std::size_t> allocations;
  for (const sim::PointerArgument& argument : launch.arguments) {
    if (const auto found = sim::Arena::instance().find(argument.value)) allocations[found->base] = found->bytes;
  }
  std::uint64_t bytes = 0;
  for (const auto& [begin, length] : allocations) bytes += length;
  return bytes;
}

}  // namespace

namespace {

std::unique_ptr<OrderedBlock> ordered_block(OrderedLaunch& ordered, const sim::LaunchInfo& launch, sim::BlockRank block,
                                            WorkerShadow& worker) {
  const auto threads = static_cast<std::uint32_t>(launch.block.count());
  const sim::Cluster* const cluster = sim::current.runner->cluster();
  if (cluster == nullptr) {
    return std::make_unique<OrderedBlock>(ordered, Home{block, block}, threads, worker.shared().begin);
  }
  const std::uint32_t rank = sim::current.runner->rank_in_cluster();
  const std::uint64_t number = sim::cluster_of(launch, block);
  std::shared_ptr<OrderedCluster> shared = ordered.cluster(number, [&] {
    OrderedCluster made;
    made.number = number;
    made.shared_bytes = worker.shared().bytes;
    made.threads = threads;
    for (std::uint32_t i = 0; i < cluster->size(); ++i) {
      const std::ptrdiff_t distance = cluster->shared(i) - cluster->shared(rank);
      made.members.push_back(
          {.block = cluster->block(i), .shared_begin = worker.shared().begin + static_cast<std::uintptr_t>(distance)});
    }
    return made;
  });
  shared->members[rank].worker = &worker;
  return std::make_unique<OrderedBlock>(ordered, threads, std::move(shared), rank);
}

/// What tells one stop from another; empty if it is told already: CPUs, too, refuse some accesses that are not aligned,
/// and then the address is not known.
std::string key_of(const sim::Stop& stop, const Location& at, const FaultLog& faults) {
  const bool is_told = stop.reason == sim::StopReason::kInvalidAddress && stop.address == nullptr &&
                       std::ranges::any_of(faults.records(), [&](const auto& entry) {
                         return entry.first.kind == Kind::kMisaligned &&
                                Sites::instance().get(entry.first.site).location().line == at.line;
                       });
  if (is_told) return {};
  return "stop|" + std::to_string(static_cast<int>(stop.reason)) + at.file + ':' + std::to_string(at.line);
}

}  // namespace

bool LaunchMonitor::matches(const sim::LaunchInfo& launch) {
  if (with_.options.kernel_glob == "*") return true;
  const std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
  if (kernel_matches(with_.options.kernel_glob, kernel)) return true;
  passed_over_.insert(plain_kernel_name(kernel));
  return false;
}

void LaunchMonitor::set_aside() {
  set_aside_.push_back({running_, with_.launch.checking, std::move(with_.launch.ordered), with_.launch.footprint,
                        with_.launch.sampling.running(), take_registered_accesses(), accesses_before_,
                        with_.barriers.take()});
  WorkerShadow::set_aside(running_.number);
}

void LaunchMonitor::resume(std::uint64_t launch) {
  const auto found = std::ranges::find(set_aside_, launch, [](const SetAside& aside) { return aside.launch.number; });
  SetAside aside = std::move(*found);
  set_aside_.erase(found);
  WorkerShadow::resume(launch);
  running_ = aside.launch;
  with_.launch.checking = aside.checking;
  with_.launch.ordered = std::move(aside.ordered);
  with_.launch.footprint = aside.footprint;
  with_.launch.sampling.resume(aside.sampling);
  put_back_registered_accesses(std::move(aside.registered));
  accesses_before_ = aside.accesses_before;
  with_.barriers.put_back(std::move(aside.standstills));
  with_.findings.resume_launch(running_);
  WorkerShadow::set_device(running_.device);
}

QuietPages::Use LaunchMonitor::use_of_quiet_pages(const sim::LaunchInfo& launch) const {
  using Use = QuietPages::Use;
  if (!with_.launch.checking || with_.listener != nullptr || with_.options.exact) return Use::kNone;
  if (with_.launch.footprint != FootprintWanted::kAll) return Use::kQuiet;
  // What is kept one by one is the footprint, too.
  const bool fits =
      with_.launch.ordered == nullptr && launch.grid.count() <= FirstReads::kMostThreads / launch.block.count();
  return fits ? Use::kNoted : Use::kNone;
}

void LaunchMonitor::on_launch_begin(const sim::LaunchInfo& launch) {
  const bool nested = launch.is_nested;
  if (launch.descent.is_awaited) set_aside();
  running_ = launch;
  running_.arguments = {};
  running_.closure = {};
  if (hooks_.comes && !nested) hooks_.comes(launch);
  if (hooks_.begins && !nested) hooks_.begins();
  static std::once_flag once;
  std::call_once(once, [] { tell_static_shared(); });
  const Checks& checks = with_.options.checks;
  const bool checking = with_.launch.checking = matches(launch) && launch.is_checked;
  has_checked_ = has_checked_ || checking;
  with_.findings.begin_launch(launch, checking);
  if (checking) find_host_variables(launch);
  const bool in_clusters = sim::blocks_begun_together(launch) > 1;
  with_.launch.sampling.begin_launch(launch,
                                     !checking || with_.listener != nullptr || with_.options.exact || in_clusters ||
                                         ghost_checks_exist() || !launch.has_unchecked_code,
                                     with_.options.sample ? bytes_at_hand(launch) : 0);
  accesses_before_ = WorkerShadow::accesses_checked();
  if (with_.launch.sampling.skips_some()) take_memory_for_written();
  with_.launch.ordered.reset();
  if (checking && (checks.race || in_clusters) && !with_.launch.sampling.skips_all() &&
      (launch.orders_threads || launch.cooperative || with_.options.exact)) {
    with_.launch.ordered = std::make_unique<OrderedLaunch>();
    with_.launch.ordered->observation = launch.orders_threads;
  }
  if (checks.race) {
    with_.launch.footprint = with_.streams.begin_launch(launch);
    if (OrderedLaunch* const ordered = with_.launch.ordered.get(); ordered != nullptr && launch.children != nullptr) {
      // It lives as long as what it launches.
      with_.streams.set_awaiting(launch.number, [ordered](std::uint64_t earlier, std::uint64_t later) {
        return ordered->children().is_awaited(earlier, later);
      });
    }
  }
  QuietPages::instance().begin_launch(launch, use_of_quiet_pages(launch));
  begin_registered_accesses(checking && with_.launch.footprint != FootprintWanted::kNothing);
  WorkerShadow::set_device(launch.device);
  for (WorkerShadow* worker : WorkerShadow::of_launch()) worker->begin_launch();
  if (checking && with_.listener != nullptr && !nested) with_.listener->begin_launch(launch);
}

void LaunchMonitor::on_block_begin(const sim::LaunchInfo& launch, sim::BlockRank block) {
  if (!with_.launch.checking) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  const SharedObjects objects{launch.dynamic_shared_bytes, launch.entry_pc};
  if (with_.launch.sampling.skips(block)) return worker.begin_unchecked_block(block, objects);
  std::unique_ptr<OrderedBlock> ordered;
  if (with_.launch.ordered != nullptr) {
    ordered = ordered_block(*with_.launch.ordered, launch, block, worker);
  }
  worker.begin_block(
      block, objects,
      with_.listener != nullptr && !launch.is_nested ? with_.listener->begin_block(launch, block) : nullptr,
      std::move(ordered));
}

void LaunchMonitor::on_block_end(const sim::LaunchInfo& launch, sim::BlockRank block) {
  if (!with_.launch.checking) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  if (access_state.bounds_only) return worker.end_block();
  if (ghost_checks_exist() && !sim::current.runner->stopped()) {
    run_ghost_checks(launch, block, worker.interval(), nullptr);
  }
  if (ContractBlock::is_open()) ContractBlock::close();
  if (access_state.ordered != nullptr) access_state.ordered->judge_cluster(!sim::current.runner->stopped());
  worker.end_block();
}

void LaunchMonitor::on_tensor_memory_kept(sim::BlockRank block, sim::ThreadRank thread, std::uint32_t columns,
                                          const void* pc) {
  const sim::BusySection busy;
  with_.barriers.note_tensor_memory(block, thread, columns, pc);
}

void LaunchMonitor::on_thread_failed() {
  if (access_state.worker != nullptr) access_state.worker->forget_write();
  if (with_.launch.ordered != nullptr) with_.launch.ordered->forget_last_write();
}

namespace {

/// The launch's own log, kept until all is done that its threads launched.
class LoggedAccesses final : public ParentAccesses {
 public:
  LoggedAccesses(std::unique_ptr<OrderedLaunch> launch, std::uint32_t threads)
      : launch_(std::move(launch)), threads_(threads) {}
  void each_unordered(std::uint64_t request, const Footprint& of_child, const Visit& visit) override {
    launch_->children().each_unordered(request, of_child, threads_, visit);
  }

 private:
  std::unique_ptr<OrderedLaunch> launch_;
  std::uint32_t threads_;
};

}  // namespace

void LaunchMonitor::on_launch_end(const sim::LaunchInfo& launch, const sim::Stop* stop) {
  const bool nested = launch.is_nested;
  const std::uint64_t parent = launch.descent.is_awaited ? set_aside_.back().launch.number : 0;
  with_.streams.launch_does_not_rest(launch.number);
  if (hooks_.ended && !nested) hooks_.ended(launch);
  note_stray(launch);
  if (stop == nullptr) end_in_stream(launch);
  with_.streams.forget_rest(launch.number);
  if (with_.launch.ordered != nullptr) with_.launch.ordered->keep_for_children();
  add_findings(launch, stop);
  if (launch.children != nullptr) {
    std::unique_ptr<LoggedAccesses> log;
    if (with_.launch.ordered != nullptr && !with_.launch.ordered->children().empty()) {
      const auto threads = static_cast<std::uint32_t>(launch.block.count());
      log = std::make_unique<LoggedAccesses>(std::move(with_.launch.ordered), threads);
    }
    with_.streams.add_parent(launch, std::move(log));
  }
  with_.launch.ordered.reset();
  with_.launch.sampling.end_launch(WorkerShadow::accesses_checked() - accesses_before_);
  with_.findings.end_launch(launch, totals());
  if (launch.descent.is_awaited) resume(parent);
}

/// What the blocks that are not checked write is not known: from here on nothing that is allocated now is taken for
/// unwritten.
void LaunchMonitor::take_memory_for_written() {
  if (!memory_checks().written) return;
  for (const sim::Allocation& allocation : sim::Arena::instance().allocations()) {
    if (!taken_for_written_.insert(allocation.number).second) continue;
    MemoryState::of_arena().allocate(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes, true);
  }
}

void LaunchMonitor::on_launch_waits(const sim::LaunchInfo& launch) {
  const FootprintWanted wanted = with_.launch.footprint;
  Footprint footprint;
  if (with_.options.checks.race && with_.launch.checking && wanted != FootprintWanted::kNothing) {
    const bool host_visible_only = wanted == FootprintWanted::kHostVisible;
    const auto threads = static_cast<std::uint32_t>(launch.block.count());
    WorkerShadow::add_footprint(host_visible_only, threads, footprint);
    if (OrderedLaunch* const ordered = with_.launch.ordered.get()) {
      ordered->add_footprint_so_far(host_visible_only, threads, footprint);
    }
    footprint.finish();
  }
  with_.streams.launch_rests(launch, std::move(footprint));
  set_aside();
}

void LaunchMonitor::on_launch_goes_on(const sim::LaunchInfo& launch) {
  resume(launch.number);
  const bool segment = with_.launch.ordered != nullptr && launch.orders_threads;
  with_.streams.launch_goes_on(launch, segment);
  if (segment) with_.launch.ordered->begin_segment();
}

void LaunchMonitor::end_in_stream(const sim::LaunchInfo& launch) {
  const FootprintWanted wanted = with_.launch.footprint;
  if (!with_.options.checks.race || !with_.launch.checking || wanted == FootprintWanted::kNothing) return;
  const bool host_visible_only = wanted == FootprintWanted::kHostVisible;
  const auto threads = static_cast<std::uint32_t>(launch.block.count());
  Footprint footprint;
  WorkerShadow::add_footprint(host_visible_only, threads, footprint);
  if (with_.launch.ordered != nullptr) with_.launch.ordered->add_footprint(host_visible_only, threads, footprint);
  take_registered_accesses(footprint);
  footprint.finish();
  with_.streams.end_launch(launch, std::move(footprint));
}

void LaunchMonitor::add_findings(const sim::LaunchInfo& launch, const sim::Stop* stop) {
  Findings& findings = with_.findings;
  OrderedLaunch* const ordered = with_.launch.ordered.get();
  RaceLog races;
  FaultLog faults;
  std::unordered_set<std::uint64_t> racy_words;
  WorkerShadow::end_launch(races, faults, racy_words);
  if (ordered != nullptr) {
    ordered->judge(races, racy_words);
    ordered->faults().end(Space::kShared, {});
    if (with_.options.checks.memory) faults.merge(ordered->faults());
  }
  faults.end(Space::kGlobal, racy_words);
  if (with_.launch.checking && with_.listener != nullptr && !launch.is_nested) with_.listener->end_launch(launch);
  if (with_.options.checks.race) {
    const RaceFacts facts = {.same_value_is_error = with_.options.same_value_is_error,
                             .handed_over = ordered != nullptr && ordered->order.handed_over(),
                             .async_copies = with_.accesses.async_copies()};
    add_races(launch, races, facts, findings);
  }
  add_faults(launch, faults, findings);
  contract_findings(end_contract_launch(launch), launch,
                    [&](Finding finding, const std::string& key) { findings.add(std::move(finding), key); });
  for (const auto& [key, standstill] : with_.barriers.take()) findings.add(standstill_finding(launch, standstill), key);
  if (stop == nullptr || stop->reason == sim::StopReason::kDeadlock || stop->reason == sim::StopReason::kInterrupt) {
    return;
  }
  Finding finding = stop_finding(launch, *stop);
  const std::string key = key_of(*stop, finding.accesses.front().location, faults);
  if (!key.empty()) findings.add(std::move(finding), key);
}

Summary LaunchMonitor::totals() const {
  const sim::Totals totals = sim::totals();
  Summary summary;
  summary.launches = totals.launches - before_.launches;
  summary.blocks = totals.blocks - before_.blocks;
  summary.threads = totals.threads - before_.threads;
  summary.accesses = WorkerShadow::accesses_checked() - before_.accesses;
  if (with_.options.sample) summary.sample = with_.launch.sampling.summary();
  return summary;
}

void LaunchMonitor::start_anew(const sim::LaunchInfo& coming) {
  has_checked_ = false;
  passed_over_.clear();
  strays_.clear();
  with_.launch.sampling.start_anew();
  before_ = Summary();
  before_ = totals();
  before_.launches -= 1;
  before_.blocks -= coming.grid.count();
  before_.threads -= coming.grid.count() * coming.block.count();
}

/// Where a launch wrote to an array that it was taken to read only.
void LaunchMonitor::note_stray(const sim::LaunchInfo& launch) {
  const std::optional<QuietPages::Stray> stray = QuietPages::instance().end_launch();
  if (!stray) return;
  const std::string kernel = plain_kernel_name(Sites::instance().symboliser().function(launch.entry_pc));
  const auto allocation = sim::Arena::instance().find(stray->base);
  const Location made = allocation ? line_of_call(allocation->pc) : Location();
  std::string text = kernel + " wrote, in launch " + std::to_string(launch.number) + ", to the allocation of " +
                     std::to_string(stray->bytes) + " bytes";
  if (!made.file.empty()) text += " at " + made.file + ":" + std::to_string(made.line);
  text +=
      ", into which none of the pointers points that it writes through: an index leaves its array by far. What the "
      "launch read there was not compared with that; code that is compiled with --reference compares all";
  strays_.emplace(kernel, std::move(text));
}

std::vector<Note> LaunchMonitor::notes() const {
  std::vector<Note> notes;
  for (const auto& [kernel, text] : strays_) notes.push_back({Note::Kind::kStrayWrite, text});
  if (has_checked_ || passed_over_.empty()) return notes;
  std::string names;
  for (const std::string& name : passed_over_) names += (names.empty() ? "" : ", ") + name;
  notes.push_back({Note::Kind::kNoSuchKernel, "nothing was checked: no kernel's name matches --kernel " +
                                                  with_.options.kernel_glob + "; launched were " + names});
  return notes;
}

}  // namespace fencepost::detector
