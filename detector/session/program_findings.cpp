#include "detector/session/program_findings.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "detector/include/fencepost/findings.h"
#include "detector/report/json.h"
#include "detector/report/text.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/engine.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {
namespace {

/// Of the whole run so far.
fencepost_watched numbers_so_far() {
  const sim::Totals totals = sim::totals();
  return {.launches = totals.launches,
          .threads = totals.threads,
          .accesses = WorkerShadow::accesses_checked(),
          .expected = 0,
          .met = false};
}

/// As they were when each watch was opened.
std::map<std::uint64_t, fencepost_watched>& numbers_at_opening() {
  static auto* const numbers = new std::map<std::uint64_t, fencepost_watched>;  // Programs may ask when they end.
  return *numbers;
}

}  // namespace

void give_findings_to_program(Findings& findings) { findings_of_program = &findings; }

}  // namespace fencepost::detector

extern "C" {

/// Findings so far, each as often as it occurred: for <fencepost/prove.h>.
unsigned long long fencepost_findings() { return fencepost::detector::findings_of_program->count(); }

unsigned long long fencepost_watch_open(const char* file, unsigned line, const char* first, const char* second) {
  using namespace fencepost::detector;
  std::optional<ExpectedRace> expected;
  if (first != nullptr) expected = {std::string(file) + ':' + std::to_string(line), {first, file}, {second, file}};
  const std::uint64_t watch = findings_of_program->open_watch(std::move(expected));
  numbers_at_opening()[watch] = numbers_so_far();
  return watch;
}

fencepost_watched fencepost_watch_close(unsigned long long watch, bool synchronises, bool passes_on,
                                        void (*each)(void* context, const fencepost_finding*), void* context) {
  using namespace fencepost::detector;
  for (unsigned device = 0; synchronises && device < fencepost::sim::device_count(); ++device) {
    fencepost::sim::observers().streams->on_host_wait_device(device, nullptr);
  }
  const FindingWatches::Seen seen = findings_of_program->close_watch(watch, passes_on);
  fencepost_watched numbers = numbers_so_far();
  const fencepost_watched& before = numbers_at_opening()[watch];
  numbers.launches -= before.launches;
  numbers.threads -= before.threads;
  numbers.accesses -= before.accesses;
  numbers.expected = seen.expected;
  numbers.met = seen.met;
  numbers_at_opening().erase(watch);
  for (const Finding& finding : seen.findings) {
    const std::string text = render_finding(finding, Sites::instance().symboliser(), {});
    const std::string json = finding_json(finding).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const Location place = finding.accesses.empty() ? Location{} : finding.accesses.front().location;
    const fencepost_finding told = {.text = text.c_str(),
                                    .file = place.file.c_str(),
                                    .line = place.line,
                                    .is_error = finding.severity == Severity::kError,
                                    .counts = findings_of_program->counts(finding),
                                    .json = json.c_str()};
    each(context, &told);
  }
  return numbers;
}
}
