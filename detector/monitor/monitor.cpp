#include "detector/monitor/monitor.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "detector/check/host_access_check.h"
#include "detector/contract/launch.h"
#include "detector/report/order.h"
#include "detector/shadow/memory_state.h"

namespace fencepost::detector {

Monitor::Monitor(const Options& options, AccessListener* listener, StepListener* steps)
    : options_(options),
      launch_{.sampling = Sampling(options.sample, options.sample_after)},
      findings_(options_),
      streams_([this](Finding finding, const std::string& key) { findings_.add(std::move(finding), key); }, steps),
      accesses_(launch_, findings_),
      barriers_(options_, launch_),
      launches_({options_, launch_, findings_, streams_, barriers_, accesses_, listener}),
      memory_(streams_),
      calls_(options_, findings_),
      stream_monitor_(options_, streams_, findings_),
      guide_(options_, launch_, streams_) {
  memory_checks() = {.bounds = options.checks.memory, .written = options.checks.init};
}

sim::Observers Monitor::observers() {
  sim::Observers all = sim::silent_observers();
  all.launches = &launches_;
  all.barriers = &barriers_;
  all.accesses = &accesses_;
  all.memory = &memory_;
  all.calls = &calls_;
  all.streams = &stream_monitor_;
  all.guide = &guide_;
  return all;
}

void Monitor::watch_host_accesses() {
  static StreamMonitor* watches = nullptr;
  watches = &stream_monitor_;
  check_host_access = [](const void* address, std::size_t bytes, unsigned kind, const void* pc) {
    watches->check_host_access(address, bytes, kind, pc);
  };
}

void Monitor::start_anew(const sim::LaunchInfo& coming) {
  findings_.start_anew();
  launches_.start_anew(coming);
  calls_.start_anew();
}

Report Monitor::report(const Baseline* baseline, std::optional<std::size_t> most) {
  Report result;
  findings_.put_into(result);
  result.contracts = contract_summary();
  std::ranges::move(contract_notes(), std::back_inserter(result.notes));
  std::ranges::move(launches_.notes(), std::back_inserter(result.notes));
  result.summary = launches_.totals();
  result.summary.library_operations = calls_.library_operations();
  arrange(result, most.value_or(options_.max_findings), baseline);
  return result;
}

}  // namespace fencepost::detector
