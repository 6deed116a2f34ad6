#include "cli/fuzz/run.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "cli/formats/format.h"
#include "cli/fuzz/corpus.h"
#include "cli/fuzz/inputs/dictionary.h"
#include "cli/fuzz/inputs/launches.h"
#include "cli/fuzz/inputs/program_space.h"
#include "cli/fuzz/runner.h"
#include "cli/fuzz/search.h"
#include "cli/fuzz/solved.h"
#include "cli/fuzz/told.h"
#include "cli/kernel/host_program.h"
#include "compiler/driver/temporary.h"
#include "detector/output/file.h"
#include "detector/output/target.h"
#include "detector/report/order.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"
#include "detector/text/progress_line.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Whether the source has a main().
bool has_main(const std::string& text) {
  for (std::size_t at = 0; (at = text.find("main", at)) != std::string::npos; at += 4) {
    const bool begins = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 && text[at - 1] != '_');
    const std::size_t next = text.find_first_not_of(" \t\n", at + 4);
    if (begins && next != std::string::npos && text[next] == '(') return true;
  }
  return false;
}

bool is_cuda_source(const std::string& file) { return file.ends_with(".cu") || file.ends_with(".cuh"); }

std::string source_text(const std::string& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && !fs::is_empty(file, error) ? compiler::read_file(file) : std::string();
}

/// One word for a folder: letters, digits, '.', '-' and '_'.
std::string folder_word(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  return text;
}

std::string folder_of(const FuzzRequest& request, const std::string& file, const std::string& name) {
  if (!request.corpus.empty()) return request.corpus;
  const std::string stem = fs::path(file).stem().string();
  return "fencepost-fuzz/" + folder_word(name.empty() ? stem : stem + "." + name);
}

/// The block that the source itself launches the kernel with, as --block takes it; empty: not known.
std::string block_in(const std::string& source, std::string kernel) {
  kernel = kernel.substr(0, kernel.find('<'));
  if (const std::size_t space = kernel.rfind("::"); space != std::string::npos) kernel.erase(0, space + 2);
  const auto block = launched_block(source, kernel);
  if (!block) return {};
  std::string text = std::to_string((*block)[0]);
  if ((*block)[1] != 1 || (*block)[2] != 1) text += "," + std::to_string((*block)[1]);
  if ((*block)[2] != 1) text += "," + std::to_string((*block)[2]);
  return text;
}

/// What is fuzzed, ready to be run.
struct Fuzzed {
  std::unique_ptr<FuzzSpace> space;
  std::unique_ptr<FuzzSolver> solver;  ///< Of a kernel.
  std::string kernel_file;             ///< Likewise, without folders.
  std::string folder;
  ProgramRequest program;
};

std::string file_problem(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return file + ": no such file";
  return fs::is_directory(file, error) ? file + " is a directory; give FILE.cu:NAME, FILE.cu or an executable" : "";
}

Fuzzed fuzzed_kernel(const ProgramRequest& program, const FuzzRequest& request, const KernelTarget& target) {
  if (!program.program_arguments.empty()) {
    throw ArgumentError("arguments after -- are of a program; those of a kernel are given by --arg NAME=VALUE");
  }
  if (!request.standard_input.empty() || !request.input_file.empty()) {
    throw ArgumentError("--stdin and --input are of programs; a kernel reads neither");
  }
  Fuzzed fuzzed{.program = program};
  fuzzed.program.shown_file = target.file;
  if (const std::string problem = compiler_option_error(fuzzed.program); !problem.empty()) throw ArgumentError(problem);
  const ChosenKernel chosen = choose_kernel(target, program.compiler_arguments);
  const std::string source = source_text(chosen.kernel.file);
  FuzzKernelRequest kernel = request.kernel;
  if (kernel.block.empty()) {
    std::error_code same;
    const bool one_file = fs::equivalent(target.file, chosen.kernel.file, same);
    kernel.block =
        block_in(without_comments(one_file ? source : source_text(target.file) + source), chosen.kernel.name);
    if (!kernel.block.empty() && program.runtime_options.find("--quiet") == std::string::npos) {
      std::fprintf(stderr, "fencepost: --block %s, as %s launches it; --block 1..1024 tries others\n",
                   kernel.block.c_str(), target.file.c_str());
    }
  }
  auto space = std::make_unique<KernelSpace>(chosen, kernel, source, program.compiler_arguments);
  fuzzed.folder = folder_of(request, target.file, chosen.kernel.name);
  KernelDriver driver = space->driver();
  driver.kernel = "::" + chosen.kernel.name;
  driver.prototype = prototype_of(chosen.kernel);
  const std::string file = fs::absolute(target.file).lexically_normal().string();
  driver.kernel_file = fs::absolute(chosen.kernel.file).lexically_normal().string();
  driver.line = chosen.kernel.line;
  fuzzed.kernel_file = fs::path(driver.kernel_file).filename().string();
  fuzzed.solver = std::make_unique<FuzzSolver>(target.file, chosen.kernel.name, program.compiler_arguments,
                                               kernel.block, kernel.grid);
  std::error_code error;
  fs::create_directories(fuzzed.folder, error);
  const std::string path = fs::absolute(fuzzed.folder + "/driver.cu").lexically_normal().string();
  compiler::write_file(path, kernel_driver_text({&driver, 1}, file, chosen.has_main, path));
  fuzzed.program.file = path;
  fuzzed.program.is_part = true;
  ::setenv("FENCEPOST_RED_ZONE", kRedZone, /*overwrite=*/0);
  fuzzed.space = std::move(space);
  return fuzzed;
}

Fuzzed fuzzed_program(const ProgramRequest& program, const FuzzRequest& request) {
  const FuzzKernelRequest& kernel = request.kernel;
  if (!kernel.arguments.empty() || !kernel.grid.empty() || !kernel.block.empty() || !kernel.shared.empty() ||
      !kernel.assumptions.empty() || kernel.cooperative) {
    throw ArgumentError("--arg, --grid, --block, --shared, --assume and --cooperative are of a kernel; give " +
                        kernel.target + ":NAME");
  }
  Fuzzed fuzzed{.folder = folder_of(request, kernel.target, ""), .program = program};
  fuzzed.program.file = kernel.target;
  const std::string source = is_cuda_source(kernel.target) ? source_text(kernel.target) : "";
  fuzzed.space = std::make_unique<ProgramSpace>(
      FuzzProgramRequest{kernel.target, program.program_arguments, request.standard_input, request.input_file}, source,
      program.compiler_arguments);
  return fuzzed;
}

Fuzzed fuzzed_of(const ProgramRequest& program, const FuzzRequest& request) {
  const KernelTarget target = parse_target(request.kernel.target);
  if (const std::string problem = file_problem(target.file); !problem.empty()) throw ArgumentError(problem);
  const bool is_kernel = !target.name.empty() || (is_cuda_source(target.file) && !has_main(source_text(target.file)));
  return is_kernel ? fuzzed_kernel(program, request, target) : fuzzed_program(program, request);
}

class Telling {
 public:
  Telling(const ProgramRequest& request, const PreparedProgram& program, const FuzzSpace& space,
          const FuzzSearch& search, const FuzzCorpus& corpus, const std::vector<LooseGuard>& guards)
      : request_(request), program_(program), space_(space), search_(search), corpus_(corpus), guards_(guards) {}

  /// Writes all. Returns the exit status, interrupts left out.
  int write(double seconds, bool require_launch) {
    const detector::Options& options = program_.options;
    detector::Report report = fuzz_report(search_, space_, corpus_, options.max_findings);
    report.summary.seconds = seconds;
    report.program = {request_.shown_file.empty() ? request_.file : request_.shown_file, request_.compiler_arguments,
                      request_.program_arguments};
    const bool nothing_ran = report.summary.launches == 0 && require_launch;
    int status = detector::fails(report.summary, options.fail_on) ? options.error_exitcode : 0;
    if (status == 0 && nothing_ran) status = kNoLaunch;
    report.summary.exit_status = status;
    std::fputs((fuzz_text(search_, report, corpus_) + guards_text(guards_)).c_str(), stdout);
    std::fflush(stdout);
    corpus_.write("reached.txt", reached_text(search_));
    detector::Symboliser symboliser(program_.path);
    if (!options.quiet || !report.findings.empty()) {
      detector::TextStyle style = detector::terminal_style(STDERR_FILENO);
      style.rules = options.print_suppressions;
      std::fputs(("\n" + detector::render_text(report, symboliser, style)).c_str(), stderr);
    }
    if (nothing_ran) std::fprintf(stderr, "fencepost: error: no kernel was launched\n");
    for (const std::string& path : options.reports) {
      const auto problem = write_report(path, report, symboliser);
      if (!problem) continue;
      std::fprintf(stderr, "fencepost: error: %s\n", problem->c_str());
      if (status == 0) status = kBadUsage;
    }
    return status;
  }

 private:
  const ProgramRequest& request_;
  const PreparedProgram& program_;
  const FuzzSpace& space_;
  const FuzzSearch& search_;
  const FuzzCorpus& corpus_;
  const std::vector<LooseGuard>& guards_;
};

int fuzz(const ProgramRequest& request, const FuzzRequest& fuzz) {
  const auto start = Clock::now();
  const Fuzzed fuzzed = fuzzed_of(request, fuzz);
  PreparedProgram program;
  if (const int status = prepare_program(fuzzed.program, program); status != 0) return status;
  if (detector::goes_to_standard_output(program.options.reports)) {
    return usage_error("--report -: what fuzz tells is on standard output; give a FILE, or /dev/fd/3 and the like");
  }
  program.path = fs::absolute(program.path).string();
  FuzzCorpus corpus(fuzzed.folder, *fuzzed.space);
  const detector::Options& options = program.options;
  const unsigned jobs = options.sim.jobs != 0 ? options.sim.jobs : std::max(1U, std::thread::hardware_concurrency());
  constexpr double kTimeout = 5, kTime = 60;
  FuzzRunner runner(program, *fuzzed.space, jobs,
                    options.sim.timeout_seconds > 0 ? options.sim.timeout_seconds : kTimeout);
  FuzzLimits limits{fuzz.runs, fuzz.seconds, options.sim.seed};
  if (limits.runs == 0 && limits.seconds == 0) limits.seconds = kTime;
  if (corpus.foreign() != 0 && !options.quiet) {
    std::fprintf(stderr, "fencepost: %s of %s are of other arguments or sizes, and are left out\n",
                 detector::count_of(corpus.foreign(), "input", "inputs").c_str(), fuzzed.folder.c_str());
  }
  FuzzSearch search(*fuzzed.space, runner, corpus, limits);
  if (fuzzed.solver != nullptr) {
    search.ask_for_branches(fuzzed.kernel_file, [&fuzzed](const std::set<std::uint32_t>& lines) {
      return fuzzed.solver->inputs_for(lines, *fuzzed.space);
    });
  }
  {
    detector::ProgressLine line;
    search.run([&] {
      if (options.quiet) return;
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      line.show(detector::with_commas(search.tried()) + " inputs, " +
                detector::with_commas(static_cast<std::uint64_t>(static_cast<double>(runner.runs()) / seconds)) +
                " runs a second, " + detector::with_commas(search.kept()) + " kept, " +
                detector::count_of(search.findings().size(), "finding", "findings"));
    });
  }
  if (search.tried() == 0 && !runner.interrupted()) {
    return usage_error("no input was found that all of --assume, --arg, --grid and --block allow");
  }
  const std::vector<LooseGuard> guards = search.guards();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const bool interrupted = runner.interrupted();
  const int status = Telling(fuzzed.program, program, *fuzzed.space, search, corpus, guards)
                         .write(seconds, !fuzz.allow_no_launch && !interrupted);
  return interrupted ? kInterrupted : status;
}

}  // namespace

int run_fuzz(const ProgramRequest& program, const FuzzRequest& request) {
  try {
    return fuzz(program, request);
  } catch (const ArgumentError& error) {
    return usage_error(error.what());
  } catch (const CompilerFailed& failed) {
    return failed.status;
  }
}

}  // namespace fencepost::cli
