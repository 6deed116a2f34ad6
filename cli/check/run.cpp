#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "cli/base/checked_program.h"
#include "cli/base/libraries/library_environment.h"
#include "cli/base/process_tree.h"
#include "cli/check/collected.h"
#include "cli/check/command.h"
#include "cli/check/journal_reader.h"
#include "cli/check/options.h"
#include "cli/formats/format.h"
#include "compiler/driver/temporary.h"
#include "detector/model/program_words.h"
#include "detector/options/check_place.h"
#include "detector/output/file.h"
#include "detector/report/order.h"
#include "detector/text/progress_timer.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

int fail(int status, const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return status;
}

/// "12 processes, 340 launches, 35 s"; empty before there is something to tell.
std::string progress_text(const std::string& folder, Clock::time_point start) {
  constexpr double kPatience = 3;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const JournalCounts counts = count_journals(folder);
  if (seconds < kPatience || counts.processes == 0) return {};
  return "fencepost: " + detector::count_of(counts.processes, "process", "processes") + ", " +
         detector::count_of(counts.launches, "launch", "launches") + " checked, " +
         detector::with_commas(static_cast<std::uint64_t>(seconds)) + " s";
}

/// Why the command was stopped, if it was.
struct Stopped {
  bool by_timeout = false, by_signal = false;
};

/// Runs the command to its end, and waits a moment for checked processes that it leaves behind.
Stopped run_to_end(ProcessTree& tree, const std::string& folder, double limit) {
  constexpr std::chrono::milliseconds kPatience{100};
  constexpr std::chrono::seconds kForStragglers{10}, kForReports{5};
  using Time = std::optional<Clock::time_point>;
  const Clock::time_point start = Clock::now();
  std::optional<detector::ProgressTimer> progress;
  if (detector::ProgressLine::is_shown()) progress.emplace([&] { return progress_text(folder, start); });
  Stopped stopped;
  Time asked, command_ended;
  for (;;) {
    const int signal = tree.wait(kPatience);
    const Clock::time_point now = Clock::now();
    if (signal != 0 && stopped.by_signal) ProcessTree::signal_all(SIGKILL);
    if (signal != 0 && !asked) asked = now;
    stopped.by_signal = stopped.by_signal || signal != 0;
    if (limit > 0 && !asked && std::chrono::duration<double>(now - start).count() > limit) {
      stopped.by_timeout = true;
      asked = now;
      ProcessTree::signal_all(SIGTERM);  // Checked processes write down what they have found.
    }
    if (asked && now - *asked > kForReports) ProcessTree::signal_all(SIGKILL);
    if (!tree.end()) continue;
    if (!command_ended) command_ended = now;
    const bool is_over = now - *command_ended > kForStragglers || !has_running_process(folder);
    if (is_over) return stopped;
  }
}

/// Another check runs this one: its report has what this one's has.
void pass_on(const std::string& folder) {
  const auto outer = detector::find_check();
  if (!outer) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename() == detector::kOptionsOfCheck) continue;
    fs::copy(entry.path(), fs::path(outer->folder) / entry.path().filename(), error);
    if (error)
      std::fprintf(stderr, "fencepost: error: cannot write to %s: %s\n", outer->folder.c_str(),
                   error.message().c_str());
  }
}

std::string no_launch_text(const detector::Report& report) {
  if (detector::has_run(report.summary)) return detector::nothing_checked(report);
  return "no checked process launched a kernel, so nothing was checked: build the programs with fencepost-nvcc, or run "
         "them by 'fencepost run', or give --libraries for those that load CUDA's, as Python's do (--allow-no-launch "
         "accepts that)";
}

int status_of(const CheckRequest& request, const detector::Options& options, const Collected& collected,
              const Stopped& stopped, const ChildEnd& end) {
  if (stopped.by_timeout)
    return fail(kTimedOut, "--timeout of " + std::to_string(options.sim.timeout_seconds) + " s ran out");
  if (stopped.by_signal) return kInterrupted;
  if (detector::fails(collected.report.summary, options.fail_on)) return options.error_exitcode;
  if (end.signal != 0) return 128 + end.signal;
  if (end.status != 0) return end.status;
  if (collected.lost_findings) return kBadUsage;
  if (collected.has_not_compiled) return kDoesNotCompile;
  const std::string nothing = request.allow_no_launch ? "" : no_launch_text(collected.report);
  return nothing.empty() ? 0 : fail(kNoLaunch, nothing);
}

/// Prints and writes the report. Returns 0, or 2 if something could not be written.
int tell(const detector::Report& report, const detector::Options& options) {
  detector::Symboliser sources("/dev/null");
  Rendering rendering{detector::terminal_style(STDERR_FILENO), options.fail_on};
  rendering.style.rules = options.print_suppressions;
  if (options.width != 0) rendering.style.columns = options.width;
  const bool is_for_people = options.format == detector::Format::kText;
  const bool has_something_to_say =
      !report.findings.empty() || (!options.quiet && (!report.processes.empty() || !is_for_people));
  if (has_something_to_say) std::fputs(render(report, options.format, sources, rendering).c_str(), stderr);
  int status = 0;
  for (const std::string& path : options.reports) {
    const auto problem = write_report(path, report, sources, {.fail_on = options.fail_on});
    if (problem) status = fail(kBadUsage, *problem);
  }
  return status;
}

}  // namespace

int check(const CheckRequest& request) {
  if (request.command.empty()) return fail(kBadUsage, "give the command after --: fencepost check -- make check");
  std::string text;
  detector::Options options;
  const std::string problem = read_check_options(request.options, text, options);
  if (!problem.empty()) return fail(kBadUsage, problem);
  std::optional<detector::Baseline> baseline;
  std::string error;
  if (!options.baseline.empty()) baseline = detector::read_baseline(options.baseline, error);

  const compiler::TemporaryDirectory directory;
  const std::string folder = directory.file("");
  compiler::write_file(directory.file(detector::kOptionsOfCheck),
                       process_options(text, options, request.fails_processes));
  const auto start = Clock::now();
  ProcessTree tree;
  std::map<std::string, std::string> environment;
  if (request.gives_libraries) {
    environment = library_environment();
    if (environment.empty()) {
      return fail(kBadUsage, "libfencepost_cuda.so is not there; build or install Fencepost completely");
    }
  }
  environment.insert({{detector::kCheckVariable, folder}, {"FENCEPOST_OPTIONS", ""}, {detector::kProgramVariable, ""}});
  const std::string why = tree.start(request.command, environment);
  if (!why.empty()) return fail(kBadUsage, "cannot run " + request.command.front() + ": " + why);
  const Stopped stopped = run_to_end(tree, folder, options.sim.timeout_seconds);

  std::map<pid_t, ChildEnd> ends = tree.orphans();
  ends[tree.command()] = *tree.end();
  Collected collected = collect(folder, ends, options.max_findings, baseline ? &*baseline : nullptr);
  detector::Report& report = collected.report;
  report.summary.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (stopped.by_signal) {
    report.notes.push_back({detector::Note::Kind::kRunEnded, "interrupted: this is what was found until then"});
  }
  const int status = status_of(request, options, collected, stopped, *tree.end());
  report.summary.exit_status = status;
  const int told = tell(report, options);
  pass_on(folder);
  return status == 0 ? told : status;
}

}  // namespace fencepost::cli
