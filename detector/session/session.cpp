#include "detector/session/session.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "detector/coverage/lcov.h"
#include "detector/coverage/table.h"
#include "detector/model/process_identity.h"
#include "detector/model/program_words.h"
#include "detector/output/file.h"
#include "detector/output/target.h"
#include "detector/report/order.h"
#include "detector/report/processes.h"
#include "detector/report/text.h"
#include "detector/session/program_findings.h"
#include "detector/session/report_writer.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/script_calls.h"
#include "detector/symbols/sites.h"
#include "detector/text/text_layout.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/interface/config.h"
#include "sim/os/image.h"
#include "sim/os/memory_left.h"

namespace fencepost::detector {
namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNoLaunch = 4;
constexpr int kExitMemory = 66;
constexpr int kExitTimeout = 124;
constexpr int kExitInterrupt = 130;

[[noreturn]] void refuse(const std::string& problem) {
  std::fprintf(stderr, "fencepost: error: %s\n", problem.c_str());
  _exit(kExitUsage);
}

std::atomic<std::uint32_t>* shared_counter() {
  void* const page =
      mmap(nullptr, sizeof(std::atomic<std::uint32_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : new (page) std::atomic<std::uint32_t>(0);
}

void tell_memory() {
  constexpr double kGiB = 1 << 30;
  const sim::MemoryUse use = sim::memory_use();
  std::fprintf(
      stderr,
      "fencepost: error: memory runs out: this process takes %.1f of %.1f GiB, and %.1f GiB are left; take smaller "
      "sizes, --sample or fewer --jobs\n",
      static_cast<double>(use.resident) / kGiB, static_cast<double>(use.total) / kGiB,
      static_cast<double>(use.available) / kGiB);
}

Note forked_note(std::uint32_t children) {
  return {Note::Kind::kForked,
          count_of(children, "process", "processes") +
              " that fork() made of this one launched kernels: what was found there is in reports of their own, which "
              "`fencepost check -- PROGRAM` puts together"};
}

/// The options of this process: its names of files are those of this process, too.
Options read_options(const std::optional<CheckPlace>& check) {
  const char* own = std::getenv("FENCEPOST_OPTIONS");
  std::string text = check ? check->options : "";
  if (own != nullptr) text += std::string(" ") + own;
  std::string error;
  const char* devices = std::getenv("FENCEPOST_DEVICES");
  if (devices != nullptr && *devices != '\0') {
    if (!parse_options(std::string("--devices=") + devices, error)) refuse(error + " (in FENCEPOST_DEVICES)");
    text = std::string("--devices=") + devices + " " + text;  // The options say it last.
  }
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
  if (!parsed->coverage_file.empty()) {
    if (const auto problem = check_coverage_file(parsed->coverage_file)) refuse(*problem);
  }
  return std::move(*parsed);
}

void write_record(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "fencepost: error: cannot write %s\n", path.c_str());
}

}  // namespace

Session::Session()
    : is_bystander_(sim::own_image().is_library && source_words().words.empty()),
      owner_(getpid()),
      check_(find_check()),
      launching_children_(shared_counter()),
      options_(read_options(check_)),
      program_(this_program()) {
  if (goes_to_standard_output(options_.reports)) keep_standard_output_for_reports();
  sim::config() = options_.sim;
  AccessListener* listener = nullptr;
  if (!options_.permissions.file.empty()) {
    permissions_ = std::make_unique<PermissionRecorder>(options_.permissions);
    listener = permissions_.get();
  } else if (!options_.scopes_file.empty()) {
    scopes_ = std::make_unique<ScopeRecorder>();
    listener = scopes_.get();
  } else if (!options_.replay.file.empty()) {
    replay_ = std::make_unique<ReplayRecorder>(options_.replay);
    listener = replay_.get();
  } else if (options_.profile) {
    profile_ = std::make_unique<ProfileRecorder>();
    listener = profile_.get();
  }
  monitor_ = std::make_unique<Monitor>(options_, listener, replay_ != nullptr ? &replay_->steps() : nullptr);
  progress_ = std::make_unique<LaunchProgress>(options_, monitor_->findings());
  monitor_->set_hooks({.comes = [this](const sim::LaunchInfo& launch) { adopt_forked_child(launch); },
                       .begins = [this] { progress_->begins(); },
                       .ended = [this](const sim::LaunchInfo& launch) { progress_->ended(launch); }});
  if (!sim::own_image().is_library) join(check_);  // Else with its first launch: most processes have none.
  if (sim::own_image().is_library && !is_bystander_) {
    setenv(kProcessVariable, std::to_string(owner_).c_str(), 1);
  } else {
    unsetenv(kProgramVariable);
  }
  read_policy();
  give_findings_to_program(monitor_->findings());
  sim::observers() = monitor_->observers();
  sim::observers().process = this;
  monitor_->watch_host_accesses();
  if (options_.sim.timeout_seconds > 0) sim::watch_for_timeout();
}

void Session::read_policy() {
  std::string error;
  if (!options_.baseline.empty()) {
    baseline_ = read_baseline(options_.baseline, error);
    if (!baseline_) refuse(error);
  }
  Policy& policy = monitor_->findings().policy();
  for (const std::string& file : options_.suppressions) {
    if (const auto problem = policy.read(file)) refuse(*problem);
  }
  if (policy.names_objects()) RaceLog::object_of = object_begin;
}

void Session::join(const std::optional<CheckPlace>& check) {
  if (!check) return;
  collection_ = std::make_unique<Collection>(check->folder, this_process(), Sites::instance().symboliser());
  if (!collection_->error().empty()) refuse(collection_->error());
  monitor_->findings().set_listener(collection_.get());
}

/// Before the first launch of a child that fork() made of a process with launches of its own or without: it has its
/// own report. One that would take the place of the parent's is not written.
void Session::adopt_forked_child(const sim::LaunchInfo& launch) {
  if (getpid() == owner_) {
    if (collection_ == nullptr) join(check_);
    return;
  }
  owner_ = getpid();
  if (launching_children_ != nullptr) ++*launching_children_;
  launching_children_ = shared_counter();
  started_ = std::chrono::steady_clock::now();
  monitor_->findings().set_listener(nullptr);
  monitor_->start_anew(launch);
  check_ = find_check();
  std::vector<std::string> of_parent = std::move(options_.reports);
  options_.reports = read_options(check_).reports;
  std::erase_if(options_.reports, [&](const std::string& path) {
    return std::find(of_parent.begin(), of_parent.end(), path) != of_parent.end();
  });
  join(check_);
}

/// For `fencepost permissions` and `replay`, which asked for it.
void Session::write_records() const {
  if (permissions_ != nullptr) write_record(options_.permissions.file, permissions_json(permissions_->record()));
  if (scopes_ != nullptr) write_record(options_.scopes_file, scopes_json(scopes_->record()));
  if (replay_ != nullptr) write_record(options_.replay.file, replay_->text());
}

Report Session::everything(const Report& report) {
  Report all = monitor_->report(baseline_ ? &*baseline_ : nullptr, SIZE_MAX);
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
int Session::report(int own_status, bool is_final, const char* note) {
  progress_->stop();
  std::fflush(stdout);
  monitor_->add_findings_of_the_end();
  if (is_bystander_ && collection_ == nullptr) {
    const Report so_far = monitor_->report(nullptr);
    if (!has_run(so_far.summary) && so_far.findings.empty()) return 0;
    join(check_);
  }
  Report report = monitor_->report(baseline_ ? &*baseline_ : nullptr);
  if (note != nullptr) report.notes.push_back({Note::Kind::kRunEnded, note});
  const std::uint32_t children = launching_children_ != nullptr ? launching_children_->load() : 0;
  if (children != 0 && collection_ == nullptr) report.notes.push_back(forked_note(children));
  report.program = program_;
  report.summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  Symboliser& symboliser = Sites::instance().symboliser();
  if (profile_ != nullptr) report.profile = std::make_shared<Profile>(profile_->profile());
  bool coverage_failed = false;
  if (options_.coverage) {
    Coverage coverage = coverage_so_far();
    if (!options_.coverage_file.empty() && !coverage.functions.empty()) {
      if (const auto problem = add_to_coverage_file(options_.coverage_file, coverage)) {
        std::fprintf(stderr, "fencepost: error: %s\n", problem->c_str());
        coverage_failed = true;
      }
    }
    report.coverage = std::make_shared<Coverage>(std::move(coverage));
  }
  const bool is_for_people = options_.format == Format::kText;
  const bool has_something_to_say =
      !report.findings.empty() || (!options_.quiet && (has_run(report.summary) || !is_for_people));
  const std::string nothing = options_.require_launch && !is_bystander_ ? nothing_checked(report) : "";
  const bool fails_run = !options_.keep_status && fails(report.summary, options_.fail_on);
  int status = fails_run ? options_.error_exitcode : nothing.empty() ? 0 : kExitNoLaunch;
  if (coverage_failed && status == 0) status = kExitUsage;
  report.summary.exit_status = status != 0 && !is_final ? status : own_status;
  if (!options_.report_only && has_something_to_say) print_report(report, options_, symboliser);
  write_records();
  if (collection_ != nullptr) {
    Report all = report.summary.left_out == 0 ? report : everything(report);
    if (!collection_->add_report(std::move(all)) && status == 0) status = kExitUsage;
  }
  if (options_.reports_name_process) name_process(report, this_process(), symboliser);
  if (!write_reports(report, options_, symboliser) && status == 0) status = kExitUsage;
  if (status == kExitNoLaunch && !nothing.empty()) std::fprintf(stderr, "fencepost: error: %s\n", nothing.c_str());
  return status;
}

void Session::at_exit(int program_status) {
  if (getpid() != owner_ || reported_.exchange(true)) return;
  if (sim::launch_runs()) {  // On another thread: nothing may be found any more while the report is written.
    sim::stop_launch_for_exit();
    while (!launch_stopped_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  monitor_->add_waiting_calls(Kind::kDeadlock);
  const int status = report(program_status, false);
  if (collection_ != nullptr) collection_->set_ended(program_status);
  std::fflush(nullptr);
  // Handlers registered before this one, if any, are the C library's own.
  if (status != 0 && (program_status == 0 || status != kExitUsage)) _exit(status);
}

void Session::on_abandon(sim::StopReason reason) {
  if (!reported_.exchange(true)) {
    int status = kExitInterrupt;
    const char* note = nullptr;
    if (reason == sim::StopReason::kTimeout) {
      std::fprintf(stderr, "fencepost: error: --timeout of %g s ran out\n", options_.sim.timeout_seconds);
      monitor_->add_waiting_calls(Kind::kTimeout);
      status = kExitTimeout;
    } else if (reason == sim::StopReason::kMemory) {
      tell_memory();
      status = kExitMemory;
      note = "memory ran out: this is what was found until then";
    } else {
      std::fprintf(stderr, "fencepost: interrupted\n");
      note = "interrupted: this is what was found until then";
    }
    report(status, true, note);
    std::fflush(nullptr);
    _exit(status);
  }
  launch_stopped_ = true;
  for (;;) pause();  // Another thread is writing the report and will end the process.
}

void Session::on_host_crash(int signal) {
  if (reported_.exchange(true)) return;
  std::fprintf(stderr, "fencepost: error: the host part of the program got signal %d\n", signal);
  report(128 + signal, true);
  std::fflush(nullptr);
}

void Session::at_exit_of_script(int status) {
  // A child of vfork() has its parent's memory, and its parent's thread.
  if (getpid() == owner_ && script_call() != nullptr) at_exit(status);
}

void Session::tell_exit(int status) {
  if (collection_ != nullptr && getpid() == owner_) collection_->set_ended(status);
}

}  // namespace fencepost::detector
