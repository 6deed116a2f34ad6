#include "cli/lesson/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/sandbox/bounded_run.h"
#include "cli/sandbox/interrupts.h"
#include "compiler/driver/temporary.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr int kNotYet = 66;

/// Of a run in one order of the threads.
struct Attempt {
  BoundedEnd end;
  std::optional<detector::Report> report;
};

std::map<std::string, std::string> own_environment() {
  std::map<std::string, std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) environment[text.substr(0, equals)] = text.substr(equals + 1);
  }
  environment.erase("FENCEPOST_OPTIONS");  // The lesson says how it is run.
  return environment;
}

class Checker {
 public:
  Checker(const Exercise& exercise, std::string file) : exercise_(exercise), file_(std::move(file)) {}

  int check() {
    for (const char* const schedule : {"forward", "reverse"}) {
      Attempt attempt = run(schedule);
      if (interrupted_) return kInterrupted;
      if (attempt.end.end.status == kDoesNotCompile) {
        std::fputs(attempt.end.errors.c_str(), stderr);
        return kDoesNotCompile;
      }
      judge(attempt);
      if (!wrong_.empty()) break;
    }
    return tell();
  }

 private:
  Attempt run(const std::string& schedule) {
    const std::string json = folder_.file(schedule + ".json");
    std::vector<std::string> words = {beside_this_program("fencepost"), "run"};
    words.insert(words.end(),
                 {"--jobs", "1", "--schedule", schedule, "--timeout", "20", "--report-only", "--report", json});
    if (exercise_.has_contracts) words.emplace_back("--contracts");
    words.push_back(file_.starts_with('-') ? "./" + file_ : file_);
    Attempt attempt;
    attempt.end =
        run_bounded({words, own_environment(), std::filesystem::current_path(), folder_.file("")}, {}, [this] {
          interrupted_ = interrupted_ || interrupts_.take() != 0;
          return !interrupted_;
        });
    if (!attempt.end.end.error.empty()) throw std::runtime_error("cannot run fencepost: " + attempt.end.end.error);
    std::string error;
    std::error_code none;
    if (std::filesystem::exists(json, none)) attempt.report = detector::read_report(json, error);
    return attempt;
  }

  void judge(const Attempt& attempt) {
    if (attempt.end.stopped != Stopped::kNot) return say("it took too long, or too much memory\n");
    if (!attempt.report) {
      say("it ended without a report, with status " + std::to_string(attempt.end.end.status) + "\n");
      wrong_ += attempt.end.errors;
      return;
    }
    judge_report(*attempt.report);
    if (wrong_.empty()) judge_output(attempt.end.output);
  }

  void judge_report(const detector::Report& report) {
    detector::Symboliser symboliser(std::map<std::string, std::string>{});
    for (detector::Finding finding : report.findings) {
      finding.hint.clear();  // That would be the answer.
      wrong_ += detector::render_finding(finding, symboliser, {.colour = false});
    }
    if (!wrong_.empty()) return;
    const bool launched = std::ranges::any_of(report.kernels, [&](const detector::LaunchedKernel& kernel) {
      return kernel.name.substr(0, kernel.name.find('(')) == exercise_.kernel;
    });
    if (!launched) return say("it launches no kernel " + std::string(exercise_.kernel) + "\n");
    if (report.summary.blocks < exercise_.blocks || report.summary.threads < exercise_.threads) {
      return say("it launches " + count(report.summary.blocks, "block") + " of " +
                 count(report.summary.threads, "thread") + ", and should " + count(exercise_.blocks, "block") + " of " +
                 count(exercise_.threads, "thread") + " together\n");
    }
    if (exercise_.has_contracts && (!report.contracts || report.contracts->clauses == 0)) {
      say("there is no annotation left that could be checked\n");
    }
  }

  void judge_output(const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      line.erase(line.find_last_not_of(" \r\t") + 1);
      if (line == exercise_.output) return;
    }
    say("no line that it prints is '" + std::string(exercise_.output) + "', in one order of its threads at least\n");
    if (!output.empty()) say("it prints " + detector::printable(output.substr(0, output.find('\n'))) + "\n");
  }

  static std::string count(std::uint64_t number, const std::string& word) {
    return detector::count_of(number, word, word + "s");
  }

  void say(const std::string& line) { wrong_ += line; }

  int tell() const {
    const std::string lesson = "lesson " + std::to_string(exercise_.lesson);
    if (wrong_.empty()) {
      std::printf("%s: that is it. %s does what is asked, without a finding\n", lesson.c_str(), file_.c_str());
      return 0;
    }
    std::printf("%s: not yet\n%s", lesson.c_str(), wrong_.c_str());
    return kNotYet;
  }

  const Exercise& exercise_;
  const std::string file_;
  const compiler::TemporaryDirectory folder_;
  const Interrupts interrupts_;
  bool interrupted_ = false;
  std::string wrong_;  ///< What is to be told, line by line.
};

}  // namespace

int check_exercise(const Exercise& exercise, const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    const char* const why = std::filesystem::exists(file, error) ? "is no file" : "does not exist";
    return usage_error(file + " " + why + "; 'fencepost lesson start " + std::to_string(exercise.lesson) +
                       " FILE' writes the source to begin with");
  }
  if (!file.ends_with(".cu")) return usage_error(file + " is no .cu file");
  watch_orphans();
  return Checker(exercise, file).check();
}

}  // namespace fencepost::cli
