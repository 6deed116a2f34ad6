#include "detector/processes/collection.h"

#include <cstdio>
#include <utility>

#include "detector/report/processes.h"

namespace fencepost::detector {

Collection::Collection(const std::string& folder, const ProcessRecord& self, Symboliser& symboliser)
    : symboliser_(symboliser), self_(self), journal_(folder, self) {}

void Collection::launch_begins(std::size_t number, const std::string& name, bool is_first, bool checked) {
  if (is_first) journal_.add_kernel(name, checked);
  journal_.count_kernel(number);
  tell_error();
}

void Collection::launch_ended(std::size_t /*number*/, const Summary& totals) { journal_.count_launch(totals); }

void Collection::found(std::size_t number, const Finding& finding) {
  Finding told = finding;
  use_full_paths(told, symboliser_);
  journal_.add_finding(number, told);
  tell_error();
}

bool Collection::add_report(Report report) {
  name_process(report, self_, symboliser_);
  journal_.add_report(report);
  tell_error();
  return journal_.error().empty();
}

void Collection::tell_error() {
  if (journal_.error().empty() || std::exchange(told_error_, true)) return;
  std::fprintf(stderr,
               "fencepost: error: %s; what this process finds from now on is missing from the report of "
               "'fencepost check'\n",
               journal_.error().c_str());
}

}  // namespace fencepost::detector
