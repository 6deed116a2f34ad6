#include "detector/monitor/monitor.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <tuple>

#include "detector/check/host_variables.h"
#include "detector/check/worker_shadow.h"
#include "detector/contract/block.h"
#include "detector/contract/launch.h"
#include "detector/model/outcome.h"
#include "detector/monitor/contract_findings.h"
#include "detector/monitor/ghost.h"
#include "detector/report/fingerprint.h"
#include "detector/report/order.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_state.h"
#include "detector/symbols/host_calls.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/text/name_patterns.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/engine/host_stack.h"
#include "sim/engine/ordering.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

namespace {

/// Tells the engine what only the program's symbols know.
void find_static_shared() {
  Symboliser& symboliser = Sites::instance().symboliser();
  const auto anchor = symboliser.dynamic_shared();
  if (!anchor) return;
  std::vector<sim::SharedRange> ranges;
  for (const auto& [begin, end] : symboliser.static_shared()) {
    const auto from = static_cast<std::ptrdiff_t>(begin) - static_cast<std::ptrdiff_t>(*anchor);
    const auto to = static_cast<std::ptrdiff_t>(end) - static_cast<std::ptrdiff_t>(*anchor);
    ranges.push_back({from, to});
  }
  sim::set_static_shared(std::move(ranges));
}

}  // namespace

Monitor::Monitor(const Options& options, AccessListener* listener)
    : options_(options),
      listener_(listener),
      streams_([this](Finding finding, const std::string& key) { add_finding(std::move(finding), key); }) {
  memory_checks() = {.bounds = options.checks.memory, .written = options.checks.init};
}

void Monitor::tell_launches(std::function<void()> begins, std::function<void(const sim::LaunchInfo&)> ends) {
  launch_begins_ = std::move(begins);
  launch_ended_ = std::move(ends);
}

void Monitor::on_launch_begin(const sim::LaunchInfo& launch) {
  if (launch_comes_) launch_comes_(launch);
  if (launch_begins_) launch_begins_();
  {
    const std::scoped_lock lock(mutex_);
    launch_ = {launch.number, launch.pc, findings_.size()};
  }
  static std::once_flag once;
  std::call_once(once, find_static_shared);
  checking_ = true;
  if (options_.kernel_glob != "*") {
    const std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
    checking_ = kernel_matches(options_.kernel_glob, kernel);
    if (!checking_) passed_over_.insert(plain_kernel_name(kernel));
  }
  has_checked_ = has_checked_ || checking_;
  auto kernel = std::ranges::find(kernels_, launch.entry_pc, &std::pair<const void*, LaunchedKernel>::first);
  if (kernel == kernels_.end()) kernel = kernels_.insert(kernels_.end(), {launch.entry_pc, {.checked = checking_}});
  ++kernel->second.launches;
  in_launch_ = true;
  running_kernel_ = static_cast<std::size_t>(kernel - kernels_.begin());
  if (run_listener_ != nullptr) {
    const bool is_first = kernel->second.launches == 1;
    const std::string name = is_first ? Sites::instance().symboliser().function(launch.entry_pc) : "";
    run_listener_->launch_begins(running_kernel_, name, is_first, checking_);
  }
  if (checking_) find_host_variables(launch);
  ordered_.reset();
  if (checking_ && options_.checks.race && (sim::program_orders_threads || launch.cooperative || options_.exact)) {
    ordered_ = std::make_unique<OrderedLaunch>();
    ordered_->observation = sim::program_orders_threads;
  }
  if (options_.checks.race) footprint_ = streams_.begin_launch(launch);
  for (WorkerShadow* worker : WorkerShadow::all()) worker->begin_launch();
  if (checking_ && listener_ != nullptr) listener_->begin_launch(launch);
}

void Monitor::on_block_begin(const sim::LaunchInfo& launch, sim::BlockRank block) {
  if (!checking_) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  std::unique_ptr<OrderedBlock> ordered;
  if (ordered_ != nullptr) {
    ordered = std::make_unique<OrderedBlock>(*ordered_, block, static_cast<std::uint32_t>(launch.block.count()),
                                             worker.shared().begin);
  }
  worker.begin_block(block, launch.dynamic_shared_bytes,
                     listener_ != nullptr ? listener_->begin_block(launch, block) : nullptr, std::move(ordered));
}

void Monitor::on_block_end(const sim::LaunchInfo& launch, sim::BlockRank block) {
  if (!checking_) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  if (ghost_checks_exist() && !sim::current.runner->stopped()) {
    run_ghost_checks(launch, block, worker.interval(), nullptr);
  }
  if (ContractBlock::is_open()) ContractBlock::close();
  worker.end_block();
}

void Monitor::on_barrier(const void* pc) {
  if (!checking_) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  if (ghost_checks_exist()) {
    run_ghost_checks(*sim::current.runner->launch(), sim::current.runner->block(), worker.interval(), pc);
  }
  worker.end_interval(pc);
}

void Monitor::on_thread_failed() {
  access_state.pending = {};
  if (ordered_ != nullptr) ordered_->forget_last_write();
}

void Monitor::on_atomic(const sim::AtomicAccess& atomic) {
  ++access_state.accesses;
  if (!uses_atomics_.load(std::memory_order_relaxed)) uses_atomics_.store(true, std::memory_order_relaxed);
  unsigned kind = static_cast<unsigned>(kStrong) | kIsAtomic;
  if (atomic.writes) kind |= kWrites;
  if (atomic.of_block) kind |= kOfBlock;
  check_strong(
      reinterpret_cast<std::uintptr_t>(atomic.address), atomic.bytes, kind,
      {.reads = atomic.reads, .replaces = atomic.replaces, .acquires = atomic.acquires, .releases = atomic.releases},
      atomic.pc);
}

void Monitor::on_fence(const sim::Fence& fence) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->fence(sim::current.thread, {.reach = fence.of_block ? Reach::kBlock : Reach::kDevice,
                                                    .acquires = fence.acquires,
                                                    .releases = fence.releases,
                                                    .sequential = fence.sequential});
}

void Monitor::on_group_barrier(std::span<const sim::ThreadRank> threads) {
  if (access_state.ordered == nullptr || access_state.epoch_bits == 0) return;
  const sim::BusySection busy;
  access_state.ordered->group_barrier(threads);
}

void Monitor::on_grid_barrier() {
  if (ordered_ == nullptr) return;
  const sim::BusySection busy;
  if (footprint_ != FootprintWanted::kNothing) {
    const auto threads = static_cast<std::uint32_t>(sim::current.runner->launch()->block.count());
    ordered_->keep_footprint(footprint_ == FootprintWanted::kHostVisible, threads);
  }
  ordered_->grid_barrier();
}

void Monitor::on_range(const void* address, std::size_t bytes, bool writes, const void* pc) {
  ++access_state.accesses;
  const unsigned kind = writes ? unsigned{kWrites} : unsigned{kPlainRead};
  check_range(reinterpret_cast<std::uintptr_t>(address), bytes, kind, pc);
}

/// The calls that led to the launch are looked for only if there is a finding to tell them.
void Monitor::on_launch_end(const sim::LaunchInfo& launch, const sim::Stop* stop) {
  add_findings_of_launch(launch, stop);
  const std::scoped_lock lock(mutex_);
  if (launch_.first_finding != findings_.size()) {
    const std::vector<Location> calls = lines_of_calls(sim::host_stack(launch.pc));
    for (std::size_t i = launch_.first_finding; i < findings_.size(); ++i) {
      if (findings_[i].launch == launch.number) findings_[i].launched = calls;
    }
  }
  in_launch_ = false;
  if (run_listener_ == nullptr) return;
  for (const std::size_t number : to_be_told_) run_listener_->found(number, told(findings_[number]));
  to_be_told_.clear();
  run_listener_->launch_ended(running_kernel_);
}

void Monitor::add_findings_of_launch(const sim::LaunchInfo& launch, const sim::Stop* stop) {
  if (launch_ended_) launch_ended_(launch);
  if (stop == nullptr) end_launch_in_stream(launch);
  RaceLog races;
  FaultLog faults;
  std::unordered_set<std::uint64_t> racy_words;
  WorkerShadow::end_launch(races, faults, racy_words);
  if (ordered_ != nullptr) {
    ordered_->judge(races, racy_words);
  }
  faults.end(Space::kGlobal, racy_words);
  if (checking_ && listener_ != nullptr) listener_->end_launch(launch);
  if (options_.checks.race) add_races(launch, races);
  add_faults(launch, faults);
  contract_findings(end_contract_launch(launch), launch,
                    [this](Finding finding, const std::string& key) { add_finding(std::move(finding), key); });
  ordered_.reset();
  const std::scoped_lock lock(mutex_);
  for (const auto& [key, standstill] : standstills_) add(standstill_finding(launch, standstill), key);
  standstills_.clear();
  if (stop != nullptr && stop->reason != sim::StopReason::kDeadlock && stop->reason != sim::StopReason::kInterrupt) {
    Finding finding = stop_finding(launch, *stop);
    const Location& at = finding.accesses.front().location;
    // CPUs, too, refuse some accesses that are not aligned: then the address is not known, and all is told already.
    const bool is_told = stop->reason == sim::StopReason::kInvalidAddress && stop->address == nullptr &&
                         std::ranges::any_of(faults.records(), [&](const auto& entry) {
                           return entry.first.kind == Kind::kMisaligned &&
                                  Sites::instance().get(entry.first.site).location().line == at.line;
                         });
    if (is_told) return;
    add(finding, "stop|" + std::to_string(static_cast<int>(stop->reason)) + at.file + ':' + std::to_string(at.line));
  }
}

/// One finding for each pair of lines, and the calls that lead there: `x += 1` both reads and writes, and yet is one
/// mistake.
void Monitor::add_races(const sim::LaunchInfo& launch, const RaceLog& races) {
  const auto rank = [&](const RaceLog::Record& r) {
    return std::tuple(r.only_same_value, r.least.a.kind + r.least.b.kind);
  };
  std::map<std::string, RaceLog::Record> by_lines;
  for (const auto& [key, record] : races.records()) {
    std::array<std::vector<Location>, 2> chains = {user_chain(Sites::instance().get(key.site_a), launch),
                                                   user_chain(Sites::instance().get(key.site_b), launch)};
    std::sort(chains.begin(), chains.end());
    std::string place =
        "race|" + std::to_string(static_cast<int>(key.space)) + std::to_string(static_cast<int>(key.scope));
    for (const std::vector<Location>& chain : chains) place += '|' + chain_key(chain);
    // The same lines may be reached by an inlined call that the user allows and by one that is not.
    const auto suppressed = policy_.decide(race_finding(launch, record), Sites::instance().symboliser());
    if (suppressed) place += '|' + suppressed->by;
    auto [at, is_new] = by_lines.try_emplace(place, record);
    if (is_new) continue;
    RaceLog::Record& known = at->second;
    const bool in_warp = known.only_in_warp && record.only_in_warp;
    const bool both_write = known.both_write || record.both_write;
    const std::uint64_t occurrences = std::max(known.occurrences, record.occurrences);
    const bool record_first =
        rank(record) != rank(known) ? rank(record) < rank(known) : comes_before(record.least, known.least);
    if (record_first) known = record;
    known.occurrences = occurrences;
    known.only_in_warp = in_warp;
    known.both_write = both_write;
  }
  for (const auto& [place, record] : by_lines) add_finding(race_finding(launch, record), place);
}

/// Adds a finding, or one more occurrence of a known one.
void Monitor::add(Finding finding, std::string key) {
  // Elsewhere the same lines may be no rule's: in another kernel, on another object.
  Symboliser& symboliser = Sites::instance().symboliser();
  finding.suppressed = watches_.expects(finding, key, symboliser);
  if (!finding.suppressed) finding.suppressed = policy_.decide(finding, symboliser);
  if (finding.suppressed) key += "|by " + finding.suppressed->by;
  if (!finding.suppressed) watches_.add(finding, key);
  auto [at, is_new] = by_key_.try_emplace(key, findings_.size());
  if (is_new) {
    // In case the launch never ends.
    if (finding.launch == launch_.number && finding.launch != 0) finding.launched = lines_of_calls({&launch_.pc, 1});
    findings_.push_back(std::move(finding));
    findings_so_far_ = findings_.size();
    tell_finding(at->second);
    return;
  }
  Finding& known = findings_[at->second];
  finding.occurrences += known.occurrences;
  if (finding.scope != known.scope) finding.scope = known.scope = scope_of_mistake(known);
  if (finding.severity <= known.severity) {
    known.occurrences = finding.occurrences;
    return;
  }
  known = std::move(finding);
  tell_finding(at->second);
}

void Monitor::tell_finding(std::size_t number) {
  if (run_listener_ == nullptr) return;
  // Not yet: it may be found by a thread of a kernel, on its small stack.
  if (in_launch_) {
    to_be_told_.insert(number);
  } else {
    run_listener_->found(number, told(findings_[number]));
  }
}

void Monitor::start_anew(const sim::LaunchInfo& coming) {
  const std::scoped_lock lock(mutex_);
  findings_.clear();
  by_key_.clear();
  kernels_.clear();
  findings_so_far_ = 0;
  has_checked_ = false;
  passed_over_.clear();
  before_ = Summary();
  before_ = totals_so_far();
  // The engine counts it already.
  before_.launches -= 1;
  before_.blocks -= coming.grid.count();
  before_.threads -= coming.grid.count() * coming.block.count();
}

Summary Monitor::totals_so_far() const {
  const sim::Totals totals = sim::totals();
  Summary summary;
  summary.launches = totals.launches - before_.launches;
  summary.blocks = totals.blocks - before_.blocks;
  summary.threads = totals.threads - before_.threads;
  summary.accesses = WorkerShadow::accesses_checked() - before_.accesses;
  return summary;
}

void Monitor::add_finding(Finding finding, const std::string& key) {
  const std::scoped_lock lock(mutex_);
  add(std::move(finding), key);
}

std::uint64_t Monitor::finding_count() {
  const std::scoped_lock lock(mutex_);
  std::uint64_t count = 0;
  for (const Finding& finding : findings_) count += finding.occurrences;
  return count;
}

Finding Monitor::told(Finding finding) const {
  outcome().complete_sentences(finding);
  finding.fingerprint = fingerprint_of(finding, Sites::instance().symboliser());
  const bool may_vary = sim::program_orders_threads || uses_atomics_.load(std::memory_order_relaxed);
  if (options_.sim.schedule == sim::Schedule::kRandom && may_vary) finding.seed = options_.sim.seed;
  return finding;
}

bool Monitor::counts(const Finding& finding) const {
  Summary one;
  ++(finding.severity == Severity::kError ? one.errors : one.warnings);
  return fails(one, options_.fail_on);
}

std::uint64_t Monitor::open_watch(std::optional<ExpectedRace> expected) {
  const std::scoped_lock lock(mutex_);
  return watches_.open(std::move(expected));
}

FindingWatches::Seen Monitor::close_watch(std::uint64_t watch, bool passes_on) {
  FindingWatches::Seen seen;
  {
    const std::scoped_lock lock(mutex_);
    seen = watches_.close(watch, passes_on);
  }
  Report report;
  for (Finding& finding : seen.findings) report.findings.push_back(told(std::move(finding)));
  arrange(report, report.findings.size());
  seen.findings = std::move(report.findings);
  return seen;
}

Report Monitor::report(const Baseline* baseline, std::optional<std::size_t> most) {
  Report result;
  result.findings = findings_;
  for (Finding& finding : result.findings) finding = told(std::move(finding));
  result.notes = policy_.notes();
  result.contracts = contract_summary();
  std::ranges::move(contract_notes(), std::back_inserter(result.notes));
  if (!has_checked_ && !passed_over_.empty()) {
    std::string names;
    for (const std::string& name : passed_over_) names += (names.empty() ? "" : ", ") + name;
    result.notes.push_back({Note::Kind::kNoSuchKernel, "nothing was checked: no kernel's name matches --kernel " +
                                                           options_.kernel_glob + "; launched were " + names});
  }
  result.summary = totals_so_far();
  for (const auto& [entry, kernel] : kernels_) {
    result.kernels.push_back(kernel);
    result.kernels.back().name = Sites::instance().symboliser().function(entry);
  }
  arrange(result, most.value_or(options_.max_findings), baseline);
  return result;
}

void Monitor::on_abandon(sim::StopReason reason) {
  outcome().end_process_now(reason);
  std::abort();  // Not come to: that ends the process.
}

bool Monitor::is_library_code(const void* pc) { return Sites::instance().symboliser().is_library_code(pc); }

void Monitor::on_host_crash(int signal) { outcome().report_before_crash(signal); }

}  // namespace fencepost::detector
