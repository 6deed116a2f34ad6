#include "cli/serve/kept_runs.h"

namespace fencepost::cli {

void KeptRuns::add(const std::string& id, std::uint64_t bytes, Time end) {
  runs_.push_back({id, bytes, end});
  bytes_ += bytes;
}

std::vector<std::string> KeptRuns::take_old(Time now) {
  std::vector<std::string> old;
  while (!runs_.empty()) {
    const Run& run = runs_.front();
    if (runs_.size() <= kMost && bytes_ <= kMostBytes && now - run.end < kLongest) break;
    bytes_ -= run.bytes;
    old.push_back(run.id);
    runs_.pop_front();
  }
  return old;
}

}  // namespace fencepost::cli
