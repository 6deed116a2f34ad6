#include "cli/fuzz/runner.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "cli/base/runtime_options.h"
#include "cli/kernel/kernel_driver.h"
#include "detector/model/program_words.h"
#include "detector/report/reader.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

std::string options_of_runs(const std::string& options) {
  return options_without(options,
                         {"--report", "--jobs", "--fail-on", "--error-exitcode", "--max-findings", "--schedule",
                          "--first", "--seed", "--timeout", "--baseline", "--format", "--width"},
                         {"--require-launch", "--quiet", "--verbose", "--print-suppressions", "--coverage"}) +
         " --report-only --jobs 1 --fail-on never --max-findings 1000 --coverage";
}

}  // namespace

bool is_not_meant(const FuzzOutcome& outcome) {
  return outcome.report && std::ranges::any_of(outcome.report->findings, [](const detector::Finding& finding) {
           const std::string& text = finding.message;
           return text.starts_with("assertion") &&
                  (text.find("blockDim") != std::string::npos || text.find("gridDim") != std::string::npos);
         });
}

FuzzRunner::FuzzRunner(const PreparedProgram& program, const FuzzSpace& space, unsigned jobs, double timeout)
    : program_(program),
      space_(space),
      jobs_(std::max(1U, jobs)),
      timeout_(timeout),
      options_(options_of_runs(program.option_text)) {}

void FuzzRunner::start(std::size_t tag, const FuzzInput& input, double timeout) {
  const FuzzRun run = space_.prepare(input, prefix(tag));
  std::vector<std::string> words = {program_.path};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::string options = options_ + " --report " + detector::quoted_word(prefix(tag) + ".json");
  options += " --timeout " + number_text(timeout);
  options += order_options(input);
  std::map<std::string, std::string> environment = {{"FENCEPOST_OPTIONS", options}};
  if (!program_.source.empty()) environment[detector::kProgramVariable] = program_.source;
  // The program keeps its time itself and tells where it was; unless it is beyond that.
  const std::string problem =
      pool_.start(tag, words, environment, prefix(tag) + ".txt", 1.5 * timeout + 5, run.standard_input);
  if (!problem.empty()) throw std::runtime_error("cannot run " + program_.path + ": " + problem);
}

FuzzOutcome FuzzRunner::outcome_of(const ChildPool::Ended& ended) {
  ++runs_;
  FuzzOutcome outcome{.status = ended.was_overdue ? kTimedOut : ended.end.status,
                      .signal = ended.was_overdue ? 0 : ended.end.signal};
  outcome.refused = outcome.signal == 0 && outcome.status == kLaunchRefused;
  std::string why;  // It has crashed, which the status tells.
  std::error_code error;
  const std::string file = prefix(ended.tag) + ".json";
  if (fs::exists(file, error)) outcome.report = detector::read_report(file, why);
  for (const char* const end : {".json", ".txt", ".in", ".file", ".stdin"}) fs::remove(prefix(ended.tag) + end, error);
  return outcome;
}

std::vector<FuzzOutcome> FuzzRunner::run(const std::vector<FuzzInput>& inputs, double patience) {
  std::vector<std::optional<FuzzOutcome>> ended(inputs.size());
  std::size_t next = 0;
  while (!pool_.interrupted() && (next < inputs.size() || pool_.running() != 0)) {
    while (next < inputs.size() && pool_.running() < jobs_) {
      start(next, inputs[next], patience * timeout_);
      ++next;
    }
    for (const ChildPool::Ended& one : pool_.wait(std::chrono::milliseconds(200))) ended[one.tag] = outcome_of(one);
  }
  pool_.kill_all();
  std::vector<FuzzOutcome> outcomes;
  for (auto& one : ended) {
    if (!one) break;
    outcomes.push_back(std::move(*one));
  }
  return outcomes;
}

std::optional<std::size_t> FuzzRunner::first(const std::vector<FuzzInput>& inputs,
                                             const std::function<bool(const FuzzInput&, const FuzzOutcome&)>& is_it) {
  for (std::size_t begin = 0; begin < inputs.size(); begin += jobs_) {
    const std::size_t end = std::min(begin + jobs_, inputs.size());
    const std::vector<FuzzInput> some(inputs.begin() + static_cast<std::ptrdiff_t>(begin),
                                      inputs.begin() + static_cast<std::ptrdiff_t>(end));
    const std::vector<FuzzOutcome> outcomes = run(some);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (is_it(some[i], outcomes[i])) return begin + i;
    }
    if (interrupted()) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace fencepost::cli
