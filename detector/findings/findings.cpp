#include "detector/findings/findings.h"

#include <algorithm>
#include <mutex>

#include "detector/report/fingerprint.h"
#include "detector/report/order.h"
#include "detector/symbols/host_calls.h"
#include "detector/symbols/sites.h"
#include "detector/wording/advice.h"
#include "sim/engine/host_stack.h"

namespace fencepost::detector {

void Findings::begin_launch(const sim::LaunchInfo& launch, bool checked) {
  const std::scoped_lock lock(mutex_);
  launch_ = {launch.number, launch.pc, findings_.size()};
  auto kernel = std::ranges::find(kernels_, launch.entry_pc, &std::pair<const void*, LaunchedKernel>::first);
  if (kernel == kernels_.end()) kernel = kernels_.insert(kernels_.end(), {launch.entry_pc, {.checked = checked}});
  ++kernel->second.launches;
  if (launch.orders_threads) order_matters();
  in_launch_ = true;
  running_kernel_ = static_cast<std::size_t>(kernel - kernels_.begin());
  if (listener_ == nullptr) return;
  const bool is_first = kernel->second.launches == 1;
  const std::string name = is_first ? Sites::instance().symboliser().function(launch.entry_pc) : "";
  listener_->launch_begins(running_kernel_, name, is_first, checked);
}

/// The calls that led to the launch are looked for only if there is a finding to tell them.
void Findings::resume_launch(const sim::LaunchInfo& launch) {
  const std::scoped_lock lock(mutex_);
  launch_ = {launch.number, launch.pc, findings_.size()};
  const auto kernel = std::ranges::find(kernels_, launch.entry_pc, &std::pair<const void*, LaunchedKernel>::first);
  running_kernel_ = static_cast<std::size_t>(kernel - kernels_.begin());
  in_launch_ = true;
}

void Findings::end_launch(const sim::LaunchInfo& launch, const Summary& totals) {
  const std::scoped_lock lock(mutex_);
  if (launch_.first_finding != findings_.size()) {
    const std::vector<Location> calls =
        lines_of_calls(launch.stack.empty() ? sim::host_stack(launch.pc) : launch.stack);
    for (std::size_t i = launch_.first_finding; i < findings_.size(); ++i) {
      if (findings_[i].launch == launch.number) findings_[i].launched = calls;
    }
  }
  in_launch_ = false;
  if (listener_ == nullptr) return;
  for (const std::size_t number : to_be_told_) listener_->found(number, told(findings_[number]));
  to_be_told_.clear();
  listener_->launch_ended(running_kernel_, totals);
}

void Findings::add(Finding finding, const std::string& key) {
  const std::scoped_lock lock(mutex_);
  add_locked(std::move(finding), key);
}

void Findings::add_locked(Finding finding, std::string key) {
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
    so_far_ = findings_.size();
    tell(at->second);
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
  tell(at->second);
}

void Findings::tell(std::size_t number) {
  if (listener_ == nullptr) return;
  // Not yet: it may be found by a thread of a kernel, on its small stack.
  if (in_launch_) {
    to_be_told_.insert(number);
  } else {
    listener_->found(number, told(findings_[number]));
  }
}

std::optional<Suppression> Findings::decide(const Finding& finding) {
  const std::scoped_lock lock(mutex_);
  return policy_.decide(finding, Sites::instance().symboliser());
}

void Findings::start_anew() {
  const std::scoped_lock lock(mutex_);
  findings_.clear();
  by_key_.clear();
  kernels_.clear();
  so_far_ = 0;
}

std::uint64_t Findings::count() {
  const std::scoped_lock lock(mutex_);
  std::uint64_t count = 0;
  for (const Finding& finding : findings_) count += finding.occurrences;
  return count;
}

Finding Findings::told(Finding finding) const {
  advise(finding);
  finding.fingerprint = fingerprint_of(finding, Sites::instance().symboliser());
  const bool may_vary = order_matters_.load(std::memory_order_relaxed);
  if (options_.sim.schedule == sim::Schedule::kRandom && may_vary) finding.seed = options_.sim.seed;
  return finding;
}

bool Findings::counts(const Finding& finding) const {
  Summary one;
  ++(finding.severity == Severity::kError ? one.errors : one.warnings);
  return fails(one, options_.fail_on);
}

void Findings::put_into(Report& report) {
  std::vector<Finding> findings;
  decltype(kernels_) kernels;
  {
    const std::scoped_lock lock(mutex_);
    findings = findings_;
    kernels = kernels_;
  }
  for (Finding& finding : findings) report.findings.push_back(told(std::move(finding)));
  std::ranges::move(policy_.notes(), std::back_inserter(report.notes));
  for (const auto& [entry, kernel] : kernels) {
    report.kernels.push_back(kernel);
    report.kernels.back().name = Sites::instance().symboliser().function(entry);
  }
}

std::uint64_t Findings::open_watch(std::optional<ExpectedRace> expected) {
  const std::scoped_lock lock(mutex_);
  return watches_.open(std::move(expected));
}

FindingWatches::Seen Findings::close_watch(std::uint64_t watch, bool passes_on) {
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

}  // namespace fencepost::detector
