// How far a sweep is, on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "cli/sweep/journal.h"
#include "detector/report/union.h"
#include "detector/text/progress_line.h"

namespace fencepost::cli {

/// "412 of 1,000 configurations are done".
std::string progress_text(std::size_t done, std::size_t all);

/// Thread safety: none.
class SweepProgress {
 public:
  /// Shows nothing unless `enabled` and standard error is a terminal.
  SweepProgress(std::size_t configurations, bool enabled);

  /// So many had been done before the first show().
  void start(std::size_t done) { done_before_ = done; }
  /// A result that counts, for the number of findings.
  void add(const SweepRecord& record);
  /// "412 of 1,000 configurations, 83 a second, 7 s left, 2 findings", a few times a second.
  void show(std::size_t done);
  void clear() { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  const std::size_t configurations_;
  const bool enabled_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_;
  std::size_t done_before_ = 0;
  detector::ProgressLine line_;
  detector::ReportUnion findings_;
};

}  // namespace fencepost::cli
