#include "cli/commands/several_runs.h"
#include "cli/base/checked_program.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/base/no_input.h"
#include "cli/base/runtime_options.h"
#include "cli/formats/format.h"
#include "compiler/driver/temporary.h"
#include "detector/output/file.h"
#include "detector/report/fingerprint.h"
#include "detector/report/order.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/report/union.h"
#include "detector/symbols/symboliser.h"
#include "detector/text/progress_line.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

constexpr int kNothingChecked = 4;

/// What cannot be had of several runs; empty if nothing of that was asked for.
std::string contradiction(const detector::Options& options) {
  const sim::Schedule schedule = options.sim.schedule;
  if (schedule == sim::Schedule::kReverse || schedule == sim::Schedule::kFirst) {
    return "--runs explores --schedule random; leave the other out";
  }
  if (options.sim.jobs > 1) return "--runs uses --jobs 1, so that each run can be repeated exactly; leave --jobs out";
  if (options.profile) return "--profile is of one run; leave --runs out";
  return {};
}

/// The runs so far.
class SeveralRuns {
 public:
  SeveralRuns(const ProgramRequest& request, const PreparedProgram& program,
              const std::optional<detector::Baseline>& baseline)
      : request_(request),
        program_(program),
        file_(directory_.file("report.json")),
        options_(options_without(program.option_text,
                                 {"--report", "--schedule", "--first", "--seed", "--jobs", "--fail-on",
                                  "--max-findings", "--baseline", "--format", "--width"},
                                 {"--require-launch"}) +
                 " --report-only --schedule random --jobs 1 --fail-on never --max-findings 1000000 --report " +
                 detector::quoted_word(file_)),
        baseline_(baseline) {}

  /// False if no further run makes sense.
  bool run(std::uint64_t seed) {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
    const bool is_first = !has_run_;
    has_run_ = true;
    std::unique_ptr<NoInput> no_input;
    // A file can be read again.
    if (!is_first && ::lseek(STDIN_FILENO, 0, SEEK_SET) != 0) no_input = std::make_unique<NoInput>();
    const ChildEnd end = run_prepared(program_, request_, options_ + " --seed " + std::to_string(seed),
                                      is_first ? first_output() : ChildOutput::kNowhere);
    if (!end.error.empty()) {
      status_ = usage_error("cannot run " + program_.path + ": " + end.error);
      return false;
    }
    std::string why;  // Told below.
    const auto report = detector::read_report(file_, why);
    if (report) findings_.add(*report, seed);
    if (!report && is_first && end.status == kBadUsage) {
      status_ = kBadUsage;  // Told by the program's start.
      return false;
    }
    const std::string which = "the run with --seed " + std::to_string(seed);
    if (end.signal != 0) {
      findings_.add_note(which + " was ended by signal " + std::to_string(end.signal) + " (" + strsignal(end.signal) +
                         ")");
    } else if (!report) {
      findings_.add_note(which + " left no report; its exit status was " + std::to_string(end.status));
    }
    const bool interrupted =
        end.status == kInterrupted || end.signal == SIGINT || end.signal == SIGTERM || end.signal == SIGHUP;
    if (interrupted) status_ = kInterrupted;
    if (end.status == kTimedOut) timed_out_ = true;
    if (signal_ == 0) signal_ = end.signal;
    if (own_status_ == 0) own_status_ = end.status;
    return !interrupted;
  }

  [[nodiscard]] std::size_t findings() const { return findings_.findings(); }

  int finish(double seconds) {
    if (status_ == kBadUsage) return status_;
    const detector::Options& options = program_.options;
    detector::Report report = findings_.report(options.max_findings, baseline_ ? &*baseline_ : nullptr);
    report.summary.seconds = seconds;
    int status = status_of(report);
    report.summary.exit_status = status;
    detector::Symboliser symboliser(program_.path);
    if (detector::has_run(report.summary) && (!options.quiet || !report.findings.empty())) {
      Rendering rendering{detector::terminal_style(STDERR_FILENO), options.fail_on};
      rendering.style.rules = options.print_suppressions;
      if (options.width != 0) rendering.style.columns = options.width;
      std::fputs(render(report, options.format, symboliser, rendering).c_str(), stderr);
    }
    if (status == kNothingChecked) tell_nothing_checked(report);
    for (const std::string& path : options.reports) {
      if (const auto problem = write_report(path, report, symboliser, {.fail_on = options.fail_on})) {
        const int failure = usage_error(*problem);
        if (status == 0) status = failure;
      }
    }
    return status;
  }

 private:
  /// Where standard output is for the report, the program's own goes to standard error.
  [[nodiscard]] ChildOutput first_output() const {
    return detector::goes_to_standard_output(program_.options.reports) ? ChildOutput::kOnError : request_.output;
  }

  [[nodiscard]] int status_of(const detector::Report& report) const {
    const detector::Options& options = program_.options;
    if (status_ != 0) return status_;
    if (timed_out_) return kTimedOut;
    if (signal_ != 0) return 128 + signal_;
    if (detector::fails(report.summary, options.fail_on)) return options.error_exitcode;
    if (own_status_ != 0 || !options.require_launch) return own_status_;
    return detector::nothing_checked(report).empty() ? 0 : kNothingChecked;
  }

  static void tell_nothing_checked(const detector::Report& report) {
    const std::string nothing = detector::nothing_checked(report);
    if (!nothing.empty()) std::fprintf(stderr, "fencepost: error: %s\n", nothing.c_str());
  }

  const ProgramRequest& request_;
  const PreparedProgram& program_;
  const compiler::TemporaryDirectory directory_;
  const std::string file_, options_;
  detector::ReportUnion findings_;
  const std::optional<detector::Baseline>& baseline_;
  bool has_run_ = false;
  int status_ = 0;  ///< Of what ends all runs.
  bool timed_out_ = false;
  int signal_ = 0;      ///< The first that ended a run.
  int own_status_ = 0;  ///< The first that is not 0.
};

}  // namespace

int run_several(const ProgramRequest& request, std::uint32_t runs) {
  PreparedProgram program;
  if (const int status = prepare_program(request, program); status != 0) return status;
  if (const std::string problem = contradiction(program.options); !problem.empty()) return usage_error(problem);
  std::optional<detector::Baseline> baseline;
  if (!program.options.baseline.empty()) {
    std::string error;
    baseline = detector::read_baseline(program.options.baseline, error);
    if (!baseline) return usage_error(error);
  }
  const auto start = std::chrono::steady_clock::now();
  SeveralRuns several(request, program, baseline);
  {
    detector::ProgressLine progress;
    for (std::uint32_t i = 0; i < runs && several.run(program.options.sim.seed + i); ++i) {
      // Not during the first run, which shows what the program prints.
      const std::size_t count = several.findings();
      if (i + 1 < runs) {
        progress.show("run " + std::to_string(i + 2) + " of " + std::to_string(runs) + ", " + std::to_string(count) +
                      (count == 1 ? " finding" : " findings"));
      }
    }
  }
  return several.finish(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace fencepost::cli
