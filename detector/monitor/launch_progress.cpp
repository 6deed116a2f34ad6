#include "detector/monitor/launch_progress.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

#include "detector/symbols/sites.h"
#include "detector/text/progress_timer.h"
#include "detector/text/text_layout.h"
#include "sim/engine/engine.h"

namespace fencepost::detector {
namespace {

std::atomic<ProgressTimer*> timer{nullptr};  // Never destroyed: needed until the process is gone.

std::string launch_text(const Monitor& monitor) {
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
    text += ", " + count_of(monitor.findings_so_far(), "finding", "findings") + " in those before";
  }
  return text;
}

std::string extent_text(const sim::Extent& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y != 1 || extent.z != 1) text += "x" + std::to_string(extent.y);
  if (extent.z != 1) text += "x" + std::to_string(extent.z);
  return text;
}

std::chrono::steady_clock::time_point launch_began;  // One launch runs at a time.

void print_launch(const sim::LaunchInfo& launch) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - launch_began;
  const std::string kernel = Sites::instance().symboliser().function(launch.entry_pc);
  std::fprintf(stderr, "fencepost: launch %llu: %s <<<%s, %s>>> took %.3f s\n",
               static_cast<unsigned long long>(launch.number), kernel.c_str(), extent_text(launch.grid).c_str(),
               extent_text(launch.block).c_str(), time.count());
}

}  // namespace

void tell_of_launches(Monitor& monitor, const Options& options) {
  const bool shows = ProgressLine::is_shown() && !options.quiet && !options.report_only;
  const bool verbose = options.verbose && !options.report_only;
  if (!shows && !verbose) return;
  monitor.tell_launches(
      [shows, &monitor] {
        launch_began = std::chrono::steady_clock::now();
        if (!shows || timer.load() != nullptr) return;
        // Not before the first launch: a program that forks before it needs none.
        timer = new ProgressTimer([&monitor] { return launch_text(monitor); });
      },
      [verbose](const sim::LaunchInfo& launch) {
        if (ProgressTimer* const line = timer.load()) line->clear();
        if (verbose) print_launch(launch);
      });
}

void end_launch_progress() {
  if (ProgressTimer* const line = timer.load()) line->stop();
}

}  // namespace fencepost::detector
