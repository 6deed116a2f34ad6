#include "cli/sweep/progress.h"

#include "detector/report/reader.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {

std::string progress_text(std::size_t done, std::size_t all) {
  return detector::with_commas(done) + " of " + detector::count_of(all, "configuration", "configurations") +
         (all == 1 ? " is done" : " are done");
}

SweepProgress::SweepProgress(std::size_t configurations, bool enabled)
    : configurations_(configurations), enabled_(enabled && detector::ProgressLine::is_shown()) {}

void SweepProgress::add(const SweepRecord& record) {
  if (!enabled_ || record.report.empty()) return;
  if (const auto report = detector::parse_json_report(record.report)) findings_.add(*report, 0);
}

void SweepProgress::show(std::size_t done) {
  constexpr std::chrono::milliseconds kPause{100};
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now - shown_ < kPause) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  line_.show(detector::with_commas(done) + " of " +
             detector::count_of(configurations_, "configuration", "configurations") +
             detector::pace_text(static_cast<double>(done - done_before_), static_cast<double>(configurations_ - done),
                                 seconds) +
             ", " + detector::count_of(findings_.findings(), "finding", "findings"));
}

}  // namespace fencepost::cli
