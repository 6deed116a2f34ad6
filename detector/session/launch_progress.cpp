#include "detector/session/launch_progress.h"

#include <cstdio>
#include <string>

#include "detector/symbols/sites.h"
#include "detector/text/text_layout.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/engine.h"

namespace fencepost::detector {
namespace {

std::string launch_text(const Findings& findings) {
  constexpr double kPatience = 2;
  const auto launch = sim::running_launch();
  if (!launch || launch->seconds < kPatience) return {};
  const auto done = static_cast<double>(launch->blocks_done);
  const double left = static_cast<double>(launch->blocks) - done;
  std::string pace = pace_text(done, left, launch->seconds);
  if (pace.empty()) pace = ", " + with_commas(static_cast<std::uint64_t>(launch->seconds)) + " s";
  std::string text = "launch " + with_commas(launch->number) + ": " + with_commas(launch->blocks_done) + " of " +
                     count_of(launch->blocks, "block", "blocks") + pace;
  // What a launch has found is put together when it ends.
  if (launch->number > 1) {
    text += ", " + count_of(findings.so_far(), "finding", "findings") + " in those before";
  }
  return text;
}

std::string extent_text(const sim::Extent& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y != 1 || extent.z != 1) text += "x" + std::to_string(extent.y);
  if (extent.z != 1) text += "x" + std::to_string(extent.z);
  return text;
}

/// How the launch's threads took turns.
std::string turns_text(const sim::LaunchInfo& launch) {
  if (launch.fiber_pc == nullptr) return "threads in loops";
  const std::vector<Location> stack = Sites::instance().symboliser().frames(launch.fiber_pc);
  if (stack.empty()) return "threads on fibers";
  const Location& place = stack[user_frame(stack)];
  return "threads on fibers, as they wait at " + place.file + ":" + std::to_string(place.line);
}

/// How many of the accesses nobody had to look at word by word (detector/rows/rows.h).
std::string rows_text(std::uint64_t in_rows, std::uint64_t accesses) {
  if (accesses == 0) return {};
  return ", " + with_commas(in_rows) + " of " + count_of(accesses, "access", "accesses") + " in rows";
}

}  // namespace

LaunchProgress::LaunchProgress(const Options& options, const Findings& findings)
    : findings_(findings),
      shows_(ProgressLine::is_shown() && !options.quiet && !options.report_only),
      verbose_(options.verbose && !options.report_only) {}

void LaunchProgress::begins() {
  if (!shows_ && !verbose_) return;
  launch_began_ = std::chrono::steady_clock::now();
  if (verbose_) {
    accesses_before_ = WorkerShadow::accesses_checked();
    in_rows_before_ = WorkerShadow::accesses_in_rows();
  }
  if (!shows_ || timer_.load() != nullptr) return;
  // Not before the first launch: a program that forks before it needs none.
  timer_ = new ProgressTimer([this] { return launch_text(findings_); });
}

void LaunchProgress::ended(const sim::LaunchInfo& launch) {
  if (ProgressTimer* const line = timer_.load()) line->clear();
  if (!verbose_) return;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - launch_began_;
  const std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
  const std::string rows = rows_text(WorkerShadow::accesses_in_rows() - in_rows_before_,
                                     WorkerShadow::accesses_checked() - accesses_before_);
  std::fprintf(stderr, "fencepost: launch %llu: %s <<<%s, %s>>> took %.3f s, %s%s\n",
               static_cast<unsigned long long>(launch.number), kernel.c_str(), extent_text(launch.grid).c_str(),
               extent_text(launch.block).c_str(), time.count(), turns_text(launch).c_str(), rows.c_str());
}

void LaunchProgress::stop() {
  if (ProgressTimer* const line = timer_.load()) line->stop();
}

}  // namespace fencepost::detector
