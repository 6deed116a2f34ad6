#include "cli/sweep/run.h"
#include "cli/base/checked_program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "cli/base/child_pool.h"
#include "cli/base/content_hash.h"
#include "cli/base/launcher.h"
#include "cli/base/runtime_options.h"
#include "cli/formats/format.h"
#include "cli/sweep/folder.h"
#include "cli/sweep/journal.h"
#include "cli/sweep/progress.h"
#include "cli/sweep/result.h"
#include "cli/sweep/work_leases.h"
#include "compiler/driver/temporary.h"
#include "detector/output/file.h"
#include "detector/output/target.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Options whose values say how the sweep is done, or are set for each run.
std::string options_of_runs(const std::string& options, bool with_seeds) {
  std::string text = options_without(options, {"--report", "--jobs", "--fail-on", "--error-exitcode", "--max-findings"},
                                     {"--require-launch", "--quiet", "--verbose", "--print-suppressions"});
  return with_seeds ? options_without(text, {"--schedule", "--first", "--seed"}, {}) : text;
}

/// What changes when a file is written anew.
std::string state_of_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + " " +
         std::to_string(status.st_mtim.tv_nsec);
}

std::string last_line(const std::string& file) {
  constexpr std::size_t kMost = 200;
  std::string text;
  try {
    text = compiler::read_file(file);
  } catch (const std::exception&) {
    return {};
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const std::size_t begin = text.rfind('\n');
  return text.substr(begin == std::string::npos ? 0 : begin + 1, kMost);
}

/// Numbered ranges of configurations, which processes take one at a time: so many that they end together, so few that
/// taking one costs little.
std::size_t piece_size(std::size_t configurations) {
  constexpr std::size_t kMostPieces = 4096, kEnoughPieces = 256, kLargest = 16;
  const std::size_t size = std::clamp<std::size_t>(configurations / kEnoughPieces, 1, kLargest);
  return std::max(size, (configurations + kMostPieces - 1) / kMostPieces);
}

class Sweep {
 public:
  Sweep(const ProgramRequest& request, const PreparedProgram& program, const SweepGrid& grid, const SweepFolder& folder,
        const Launcher& launcher)
      : request_(request),
        program_(program),
        grid_(grid),
        launcher_(launcher),
        options_(options_of_runs(program.option_text, grid.seed(0).has_value())),
        state_of_program_(state_of_file(program.path)),
        leases_(folder.path),
        journal_(folder.path + "/journal", leases_.name()),
        records_(grid.size()),
        piece_size_(piece_size(grid.size())),
        progress_(grid.size(), launcher.rank == 0 && !program.options.quiet) {
    read_journal();
    progress_.start(done_);
  }

  [[nodiscard]] std::size_t done() const { return done_; }

  /// Until all is done, by whomever, or an interrupt.
  void run(unsigned jobs) {
    ChildPool pool;
    while (done_ < grid_.size()) {
      if (pool.interrupted()) {
        interrupted_ = true;
        return;
      }
      std::optional<std::size_t> next;
      while (pool.running() < jobs && (next = next_configuration())) start(pool, *next);
      constexpr std::chrono::milliseconds kPatience{200};
      for (const ChildPool::Ended& ended : pool.wait(kPatience)) finish(ended);
      leases_.beat();
      // Others' work is news to tell, or the only work there is.
      if (pool.running() == 0 || Clock::now() - last_read_ > std::chrono::seconds(1)) read_journal();
      progress_.show(done_);
    }
  }

  /// Writes table and report, unless another rank does. Returns the exit status.
  int report(double seconds) {
    if (interrupted_) {
      // Of several ranks, which are interrupted together, the first one tells.
      if (launcher_.rank == 0) write(seconds);
      return kInterrupted;
    }
    if (launcher_.job.empty()) return write(seconds);
    const std::string piece = "report-" + launcher_.job;
    const std::string told = "report-" + launcher_.job + "-status";
    for (;;) {
      if (const auto status = leases_.note(told)) return std::stoi(*status);
      const auto is_told = [&] { return leases_.note(told).has_value(); };
      if (leases_.claim(piece, is_told) == WorkLeases::Claim::kTaken) {
        const int status = write(seconds);
        leases_.leave_note(told, std::to_string(status));
        return status;
      }
      leases_.beat();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

 private:
  void read_journal() {
    last_read_ = Clock::now();
    journal_.read_new([this](SweepRecord record) { keep(std::move(record)); });
  }

  /// The first record of a configuration counts: a process that seemed dead may have made a second.
  void keep(SweepRecord record) {
    const std::size_t number = record.configuration;
    if (number >= records_.size() || records_[number] || record.label != grid_.label(number)) return;
    progress_.add(record);
    records_[number] = std::move(record);
    ++done_;
  }

  [[nodiscard]] std::size_t pieces() const { return (grid_.size() + piece_size_ - 1) / piece_size_; }

  [[nodiscard]] bool is_done(std::size_t piece) const {
    const std::size_t begin = piece * piece_size_, end = std::min(begin + piece_size_, grid_.size());
    return std::all_of(records_.begin() + static_cast<std::ptrdiff_t>(begin),
                       records_.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const auto& record) { return record.has_value(); });
  }

  /// One that nobody runs; nullopt if there is none now.
  std::optional<std::size_t> next_configuration() {
    for (;;) {
      while (!queue_.empty()) {
        const std::size_t number = queue_.front();
        queue_.pop_front();
        if (!records_[number] && leases_.holds(name_of_piece(number / piece_size_))) return number;
      }
      if (!take_piece()) return std::nullopt;
    }
  }

  static std::string name_of_piece(std::size_t piece) { return std::to_string(piece); }

  bool take_piece() {
    while (first_open_ < pieces() && is_done(first_open_)) ++first_open_;
    for (std::size_t piece = first_open_; piece < pieces(); ++piece) {
      if (own_.contains(piece) || is_done(piece)) continue;
      const auto done_by_another = [&] {
        read_journal();
        return is_done(piece);
      };
      if (leases_.claim(name_of_piece(piece), done_by_another) != WorkLeases::Claim::kTaken) continue;
      own_.insert(piece);
      for (std::size_t i = piece * piece_size_; i < std::min((piece + 1) * piece_size_, grid_.size()); ++i) {
        if (!records_[i]) queue_.push_back(i);
      }
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string report_file(std::size_t number) const {
    return directory_.file(std::to_string(number) + ".json");
  }
  [[nodiscard]] std::string messages_file(std::size_t number) const {
    return directory_.file(std::to_string(number) + ".txt");
  }

  void start(ChildPool& pool, std::size_t number) {
    if (state_of_file(program_.path) != state_of_program_) {
      throw std::runtime_error(program_.path + " has changed during the sweep; start it again");
    }
    std::vector<std::string> words = {program_.path};
    std::ranges::move(grid_.arguments(number), std::back_inserter(words));
    std::map<std::string, std::string> environment = grid_.environment(number);
    std::string options = options_;
    if (const auto seed = grid_.seed(number)) options += " --schedule random --seed " + std::to_string(*seed);
    // Findings are judged over all runs.
    options += " --report-only --jobs 1 --fail-on never --max-findings 1000000 --report " +
               detector::quoted_word(report_file(number));
    environment["FENCEPOST_OPTIONS"] = options;
    // The program keeps its time itself and tells where it was; unless it is beyond that.
    const double timeout = program_.options.sim.timeout_seconds;
    const double limit = timeout > 0 ? 1.5 * timeout + 5 : 0;
    const std::string problem = pool.start(number, words, environment, messages_file(number), limit);
    if (!problem.empty()) throw std::runtime_error("cannot run " + program_.path + ": " + problem);
  }

  void finish(const ChildPool::Ended& ended) {
    const std::size_t number = ended.tag;
    SweepRecord record{number, grid_.label(number), ended.end.status, ended.end.signal, {}, {}};
    if (ended.was_overdue) record = {number, grid_.label(number), kTimedOut, 0, {}, {}};
    if (record.status != 0 || record.signal != 0) record.last_words = last_line(messages_file(number));
    std::error_code error;
    if (fs::exists(report_file(number), error)) record.report = compiler::read_file(report_file(number));
    fs::remove(report_file(number), error);
    fs::remove(messages_file(number), error);
    // Who ends this process may end its children first. A run that ends itself so does it again.
    const bool from_outside = !ended.was_overdue && (record.signal == SIGKILL || record.signal == SIGTERM ||
                                                     record.signal == SIGINT || record.status == kInterrupted);
    if (from_outside && repeated_.insert(number).second) {
      queue_.push_back(number);
      return;
    }
    if (records_[number]) return;  // By another process, which has taken it over.
    if (program_.options.verbose) tell(record);
    journal_.add(record);
    keep(std::move(record));
  }

  /// --verbose
  void tell(const SweepRecord& record) {
    progress_.clear();
    const auto report = detector::parse_json_report(record.report);
    const std::string findings = report ? detector::summary_line(report->summary) : "fencepost: no report";
    std::fprintf(stderr, "%s: status %d, signal %d: %s\n", record.label.c_str(), record.status, record.signal,
                 findings.c_str());
  }

  [[nodiscard]] std::string command(std::size_t number) const {
    std::string text;
    for (const auto& [name, value] : grid_.environment(number)) text += name + "=" + detector::quoted_word(value) + " ";
    text += "fencepost run";
    if (const auto seed = grid_.seed(number)) text += " --schedule random --seed " + std::to_string(*seed);
    text += " --jobs 1";
    const std::string own = options_of_runs(request_.runtime_options, grid_.seed(0).has_value());
    if (!own.empty()) text += " " + own;
    for (const std::string& word : request_.compiler_arguments) text += " " + detector::quoted_word(word);
    text += " " + detector::quoted_word(request_.file);
    const std::vector<std::string> arguments = grid_.arguments(number);
    if (!arguments.empty()) text += " --";
    for (const std::string& word : arguments) text += " " + detector::quoted_word(word);
    return text;
  }

  int write(double seconds) {
    progress_.clear();
    const detector::Options& options = program_.options;
    SweepResult result = sum_up(grid_, records_, options, [this](std::size_t number) { return command(number); });
    result.report.summary.seconds = seconds;
    result.report.program = {request_.file, request_.compiler_arguments, request_.program_arguments};
    if (interrupted_) {
      const std::string how_far = "interrupted; " + progress_text(result.done, grid_.size());
      std::fprintf(stderr, "fencepost: %s, the same command goes on\n", how_far.c_str());
      result.report.notes.push_back({detector::Note::Kind::kRunEnded, how_far});
    }
    std::fputs(result.table.c_str(), stdout);
    std::fflush(stdout);
    detector::Symboliser symboliser(program_.path);
    if (!options.quiet || !result.report.findings.empty()) {
      detector::TextStyle style = detector::terminal_style(STDERR_FILENO);
      style.rules = options.print_suppressions;
      std::fputs(("\n" + detector::render_text(result.report, symboliser, style)).c_str(), stderr);
    }
    for (const std::string& path : options.reports) {
      const auto problem = write_report(path, result.report, symboliser);
      if (!problem) continue;
      std::fprintf(stderr, "fencepost: error: %s\n", problem->c_str());
      if (result.status == 0) result.status = kBadUsage;
    }
    return result.status;
  }

  const ProgramRequest& request_;
  const PreparedProgram& program_;
  const SweepGrid& grid_;
  const Launcher& launcher_;
  const std::string options_, state_of_program_;
  const compiler::TemporaryDirectory directory_;
  WorkLeases leases_;
  SweepJournal journal_;
  std::vector<std::optional<SweepRecord>> records_;  ///< By configuration.
  const std::size_t piece_size_;
  SweepProgress progress_;
  std::size_t done_ = 0;
  std::deque<std::size_t> queue_;   ///< Configurations to run, of pieces that are this process'.
  std::set<std::size_t> own_;       ///< Those pieces.
  std::size_t first_open_ = 0;      ///< All pieces before it are done.
  std::set<std::size_t> repeated_;  ///< Configurations whose run was ended from outside.
  Clock::time_point last_read_;
  bool interrupted_ = false;
};

/// What cannot be had of a sweep; empty if nothing of that was asked for.
std::string contradiction(const detector::Options& options, const SweepRequest& sweep) {
  const sim::Schedule schedule = options.sim.schedule;
  if (sweep.seeds != 0 && (schedule == sim::Schedule::kReverse || schedule == sim::Schedule::kFirst)) {
    return "--seeds are of --schedule random; leave the other out";
  }
  if (detector::goes_to_standard_output(options.reports)) {
    return "--report -: a sweep's table is on standard output; give a FILE, or /dev/fd/3 and the like";
  }
  return options.profile ? "--profile is of one run; see 'fencepost run'" : "";
}

unsigned jobs_of(const detector::Options& options, const Launcher& launcher) {
  if (options.sim.jobs != 0) return options.sim.jobs;
  return std::max(1U, std::max(1U, std::thread::hardware_concurrency()) / launcher.on_this_machine);
}

}  // namespace

int run_sweep(const ProgramRequest& request, const SweepRequest& sweep) {
  const auto start = Clock::now();
  PreparedProgram program;
  if (const int status = prepare_program(request, program); status != 0) return status;
  if (const std::string problem = contradiction(program.options, sweep); !problem.empty()) return usage_error(problem);
  const SweepGrid grid(sweep.axes, request.program_arguments, program.options.sim.seed, sweep.seeds);
  if (const std::string problem = grid.check(); !problem.empty()) return usage_error(problem);
  const Launcher launcher = find_launcher();
  const std::string results = sweep.results.empty() ? fs::path(request.file).stem().string() + ".sweep" : sweep.results;
  program.path = fs::absolute(program.path).string();
  const SweepFolder folder =
      open_sweep_folder(results, {request.file, hash_of_file(program.path).value_or(""), grid.description(),
                                  options_of_runs(program.option_text, sweep.seeds != 0)});
  Sweep running(request, program, grid, folder, launcher);
  if (launcher.rank == 0 && !program.options.quiet) {
    if (!folder.why_anew.empty()) {
      std::fprintf(stderr, "fencepost: %s holds results of another %s; this sweep starts anew, beside them\n",
                   results.c_str(), folder.why_anew.c_str());
    }
    if (running.done() != 0) {
      std::fprintf(stderr, "fencepost: %s already (%s)\n", progress_text(running.done(), grid.size()).c_str(),
                   results.c_str());
    }
  }
  running.run(jobs_of(program.options, launcher));
  return running.report(std::chrono::duration<double>(Clock::now() - start).count());
}

}  // namespace fencepost::cli
