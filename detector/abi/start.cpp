// Start and end of a checked program. Linked into user programs only.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "detector/abi/report_writer.h"
#include "detector/check/host_access_check.h"
#include "detector/model/options.h"
#include "detector/model/outcome.h"
#include "detector/model/process_identity.h"
#include "detector/model/program_words.h"
#include "detector/monitor/finding_watch.h"
#include "detector/monitor/ghost.h"
#include "detector/monitor/launch_progress.h"
#include "detector/monitor/monitor.h"
#include "detector/options/check_place.h"
#include "detector/output/file.h"
#include "detector/output/target.h"
#include "detector/permission/recorder.h"
#include "detector/permission/scope_recorder.h"
#include "detector/processes/collection.h"
#include "detector/profile/recorder.h"
#include "detector/report/fingerprint.h"
#include "detector/report/order.h"
#include "detector/report/processes.h"
#include "detector/report/text.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/wording/advice.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/interface/config.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNoLaunch = 4;
constexpr int kExitTimeout = 124;
constexpr int kExitInterrupt = 130;

std::chrono::steady_clock::time_point started;
Options* options = nullptr;  // Never destroyed: needed until the process is gone.
ProgramCall* program = nullptr;
Monitor* monitor = nullptr;
Baseline* baseline = nullptr;            // If one was given.
PermissionRecorder* recorder = nullptr;  // If permissions are asked for.
ProfileRecorder* profiler = nullptr;     // If a profile is asked for.
ScopeRecorder* scopes = nullptr;         // If annotations are to be inferred.
Collection* collection = nullptr;        // If a `fencepost check` runs this process.
std::atomic<bool> reported{false};
std::atomic<bool> launch_stopped{false};
pid_t owner = 0;  // A forked child does not report its parent's launches; its own from the first one on.

void write_record(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "fencepost: error: cannot write %s\n", path.c_str());
}

/// For `fencepost permissions`, which asked for it.
void write_permissions() {
  if (recorder != nullptr) write_record(options->permissions.file, permissions_json(recorder->record()));
  if (scopes != nullptr) write_record(options->scopes_file, scopes_json(scopes->record()));
}

/// `report` with the findings beyond --max-findings.
Report everything(const Report& report) {
  Report all = monitor->report(baseline, SIZE_MAX);
  all.notes = report.notes;
  const Summary counted = all.summary;
  all.summary = report.summary;
  all.summary.errors = counted.errors;
  all.summary.warnings = counted.warnings;
  all.summary.left_out = 0;
  return all;
}

/// Writes all reports of a program that ends with `own_status`, which `is_final` if findings do not change it. Returns
/// the exit status that the report asks for, 0 if none. `note`: why the run did not come to its end.
int report(int own_status, bool is_final, const char* note = nullptr) {
  end_launch_progress();
  std::fflush(stdout);
  monitor->add_findings_of_the_end();
  Report report = monitor->report(baseline);
  if (note != nullptr) report.notes.push_back({Note::Kind::kRunEnded, note});
  report.program = *program;
  report.summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  Symboliser& symboliser = Sites::instance().symboliser();
  if (profiler != nullptr) report.profile = std::make_shared<Profile>(profiler->profile());
  const bool is_for_people = options->format == Format::kText;
  const bool has_something_to_say =
      !report.findings.empty() || (!options->quiet && (report.summary.launches != 0 || !is_for_people));
  const std::string nothing = options->require_launch ? nothing_checked(report) : "";
  const bool fails_run = !options->keep_status && fails(report.summary, options->fail_on);
  int status = fails_run ? options->error_exitcode : nothing.empty() ? 0 : kExitNoLaunch;
  report.summary.exit_status = status != 0 && !is_final ? status : own_status;
  if (!options->report_only && has_something_to_say) print_report(report, *options, symboliser);
  write_permissions();
  if (collection != nullptr) {
    Report all = report.summary.left_out == 0 ? report : everything(report);
    if (!collection->add_report(std::move(all)) && status == 0) status = kExitUsage;
  }
  if (options->reports_name_process) name_process(report, this_process(), symboliser);
  if (!write_reports(report, *options, symboliser) && status == 0) status = kExitUsage;
  if (status == kExitNoLaunch && !nothing.empty()) std::fprintf(stderr, "fencepost: error: %s\n", nothing.c_str());
  return status;
}

/// Another thread has called exit(), or a signal handler has: nothing may be found any more while the report is
/// written.
void stop_running_launch() {
  if (!sim::launch_runs()) return;
  sim::stop_launch_for_exit();
  while (!launch_stopped) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void at_exit(int program_status, void* /*unused*/) {
  if (getpid() != owner || reported.exchange(true)) return;
  stop_running_launch();
  const int status = report(program_status, false);
  if (collection != nullptr) collection->set_ended(program_status);
  std::fflush(nullptr);
  // Handlers registered before this one, if any, are the C library's own.
  if (status != 0 && (program_status == 0 || status != kExitUsage)) _exit(status);
}

[[noreturn]] void refuse(const std::string& problem) {
  std::fprintf(stderr, "fencepost: error: %s\n", problem.c_str());
  _exit(kExitUsage);
}

/// The options of this process: its names of files are those of this process, too.
Options read_options(const std::optional<CheckPlace>& check) {
  const char* own = std::getenv("FENCEPOST_OPTIONS");
  std::string text = check ? check->options : "";
  if (own != nullptr) text += std::string(" ") + own;
  std::string error;
  auto parsed = parse_options(text, error);
  if (!parsed) refuse(error + " (in FENCEPOST_OPTIONS)");
  if (!parsed->report_folder.empty()) {
    std::error_code ignored;  // What cannot be written to is told below.
    std::filesystem::create_directories(parsed->report_folder, ignored);
    const ProcessRecord self = this_process();
    const std::string name = std::filesystem::path(self.program).filename().string();
    parsed->reports.push_back(parsed->report_folder + "/" + name + "-" + unique_name(self) + ".json");
    parsed->reports_name_process = true;
  }
  if (const auto problem = report_problem(*parsed)) refuse(*problem);
  return std::move(*parsed);
}

void join(const std::optional<CheckPlace>& check) {
  if (!check) return;
  collection = new Collection(check->folder, this_process(), *monitor, Sites::instance().symboliser());
  if (!collection->error().empty()) refuse(collection->error());
  monitor->set_run_listener(collection);
}

/// Before the first launch of a child that fork() made of a process with launches of its own or without: it has its
/// own report. One that would take the place of the parent's is not written.
void begin_as_child(const sim::LaunchInfo& launch) {
  if (getpid() == owner) return;
  owner = getpid();
  started = std::chrono::steady_clock::now();
  monitor->set_run_listener(nullptr);
  monitor->start_anew(launch);
  const std::optional<CheckPlace> check = find_check();
  std::vector<std::string> of_parent = std::move(options->reports);
  options->reports = read_options(check).reports;
  std::erase_if(options->reports, [&](const std::string& path) {
    return std::find(of_parent.begin(), of_parent.end(), path) != of_parent.end();
  });
  join(check);
}

void report_finding(Finding finding, const std::string& key) {
  if (monitor != nullptr) monitor->add_finding(std::move(finding), key);
}

void end_process_now(sim::StopReason reason) {
  if (!reported.exchange(true)) {
    const bool timeout = reason == sim::StopReason::kTimeout;
    if (timeout) {
      std::fprintf(stderr, "fencepost: error: --timeout of %g s ran out\n", options->sim.timeout_seconds);
    } else {
      std::fprintf(stderr, "fencepost: interrupted\n");
    }
    const int status = timeout ? kExitTimeout : kExitInterrupt;
    report(status, true, timeout ? nullptr : "interrupted: this is what was found until then");
    std::fflush(nullptr);
    _exit(status);
  }
  launch_stopped = true;
  for (;;) pause();  // Another thread is writing the report and will end the process.
}

void report_before_crash(int signal) {
  if (reported.exchange(true)) return;
  std::fprintf(stderr, "fencepost: error: the host part of the program got signal %d\n", signal);
  report(128 + signal, true);
  std::fflush(nullptr);
}

void start() {
  if (monitor != nullptr) return;
  started = std::chrono::steady_clock::now();
  owner = getpid();
  std::string error;
  const std::optional<CheckPlace> check = find_check();
  options = new Options(read_options(check));
  if (goes_to_standard_output(options->reports)) keep_standard_output_for_reports();
  program = new ProgramCall(this_program());
  sim::config() = options->sim;
  if (!options->permissions.file.empty()) recorder = new PermissionRecorder(options->permissions);
  AccessListener* listener = recorder;
  if (!options->scopes_file.empty() && recorder == nullptr) listener = scopes = new ScopeRecorder;
  if (options->profile && listener == nullptr) listener = profiler = new ProfileRecorder;
  monitor = new Monitor(*options, listener);
  monitor->before_launches(begin_as_child);
  join(check);
  unsetenv(kProgramVariable);
  if (!options->baseline.empty()) {
    auto read = read_baseline(options->baseline, error);
    if (!read) refuse(error);
    baseline = new Baseline(std::move(*read));
  }
  for (const std::string& file : options->suppressions) {
    if (const auto problem = monitor->policy().read(file)) refuse(*problem);
  }
  if (monitor->policy().names_objects()) RaceLog::object_of = object_begin;
  tell_of_launches(*monitor, *options);
  set_ghost_monitor(*monitor);
  set_watched_monitor(*monitor);
  outcome() = {report_finding, advise, end_process_now, report_before_crash};
  sim::set_observer(*monitor);
  check_host_access = [](const void* address, std::size_t bytes, unsigned kind, const void* pc) {
    if (sim::HostMutex::held() == 0) monitor->check_host_access(address, bytes, kind, pc);
  };
  on_exit(at_exit, nullptr);
  if (options->sim.timeout_seconds > 0) sim::watch_for_timeout();
}

/// Also in a signal handler, and in a child that shares its parent's memory.
void tell_exit(int status) {
  if (collection != nullptr && getpid() == owner) collection->set_ended(status);
}

}  // namespace
}  // namespace fencepost::detector

extern "C" {

/// Findings so far, each as often as it occurred: for <fencepost/prove.h>.
unsigned long long fencepost_findings() { return fencepost::detector::monitor->finding_count(); }

/// Referred to by fencepost-nvcc's link line, so that this file is in every program.
void fencepost_start() { fencepost::detector::start(); }

/// Called by the constructor of every instrumented translation unit, before the user's own.
void __tsan_init() { fencepost::detector::start(); }

__attribute__((constructor(101))) static void start_early() { fencepost::detector::start(); }

/// In place of the C library's: a process that ends this way runs no handler, but may have been checked until here.
void _exit(int status) {
  fencepost::detector::tell_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
void _Exit(int status) noexcept { _exit(status); }
}
