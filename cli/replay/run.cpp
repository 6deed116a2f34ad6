#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "cli/base/runtime_options.h"
#include "cli/options/output_file.h"
#include "cli/replay/command.h"
#include "cli/replay/recording.h"
#include "cli/replay/write_page.h"
#include "compiler/driver/temporary.h"
#include "detector/model/block_name.h"
#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

/// Runs the program and reads what it recorded. Returns the exit status of the run; `recording` has no launches if the
/// run came to no end that leaves a record.
int record(ProgramRequest program, const ReplayPageRequest& request, const std::string& more, Recording& recording) {
  const compiler::TemporaryDirectory directory;
  const std::string record = directory.file("record");
  const std::string report = directory.file("report.json");
  std::string& options = program.runtime_options;
  options += more + " --replay-file " + detector::quoted_word(record) + " --report " + detector::quoted_word(report);
  for (const std::uint64_t launch : request.launches) options += " --replay-launch " + std::to_string(launch);
  for (const std::string& block : request.blocks) options += " --replay-block " + detector::quoted_word(block);
  const int status = run_program(program);
  if (fs::exists(record) && fs::file_size(record) != 0) read_recording(compiler::read_file(record), recording);
  if (fs::exists(report)) recording.report = nlohmann::json::parse(compiler::read_file(report));
  return status;
}

/// As a run that is like the first one, but for the order of threads, and silent.
ProgramRequest again(const ProgramRequest& program) {
  ProgramRequest silent = program;
  silent.output = ChildOutput::kNowhere;
  silent.runtime_options =
      options_without(program.runtime_options, {"--report", "--report-dir", "--format"}, {"--verbose"});
  silent.runtime_options += " --report-only";
  return silent;
}

std::string extent_text(const nlohmann::json& extent) {
  std::vector<std::uint64_t> sizes = extent.get<std::vector<std::uint64_t>>();
  while (sizes.size() > 1 && sizes.back() == 1) sizes.pop_back();
  std::string text;
  for (const std::uint64_t size : sizes) text += (text.empty() ? "" : ",") + std::to_string(size);
  return text;
}

/// What was asked for and is not there; empty if nothing is missing.
std::string missing(const ReplayPageRequest& request, const Recording& recording) {
  const auto count = recording.run.at("launch_count").get<std::uint64_t>();
  for (const std::uint64_t launch : request.launches) {
    if (launch > count) {
      return "--launch " + std::to_string(launch) + ": the program made " +
             detector::count_of(count, "launch", "launches");
    }
  }
  for (const std::string& block : request.blocks) {
    std::string grids;
    bool found = false;
    for (const nlohmann::json& launch : recording.run.at("launches")) {
      const auto number = launch.at("launch").get<std::uint64_t>();
      if (!request.launches.empty() && std::ranges::find(request.launches, number) == request.launches.end()) continue;
      const auto sizes = launch.at("grid").get<std::vector<std::uint32_t>>();
      found = found || detector::block_named(block, {sizes[0], sizes[1], sizes[2]}).has_value();
      if (grids.empty())
        grids = "launch " + std::to_string(number) + " has a grid of " + extent_text(launch.at("grid"));
    }
    if (!found) return "--block " + block + ": there is no such block; " + grids;
  }
  if (recording.blocks.empty()) return "no block was recorded; is the kernel left out by --kernel?";
  return {};
}

/// The request for a run that has the blocks with races, too; nullopt if the one that was made has them, or they were
/// not to be chosen.
std::optional<ReplayPageRequest> with_races(const ReplayPageRequest& request, const Recording& recording) {
  if (!request.blocks.empty() || !request.launches.empty()) return std::nullopt;
  constexpr std::size_t kMostRacy = 4;
  std::set<std::uint64_t> launches, blocks;
  for (const RacePlace& place : race_places(recording.report)) {
    if (blocks.size() == kMostRacy || recording.has(place.launch, place.block)) continue;
    launches.insert(place.launch);
    blocks.insert(place.block);
  }
  if (launches.empty()) return std::nullopt;
  for (const BlockLines& block : recording.blocks) {
    launches.insert(block.launch);
    blocks.insert(block.block);
  }
  ReplayPageRequest more = request;
  more.launches.assign(launches.begin(), launches.end());
  for (const std::uint64_t block : blocks) more.blocks.push_back(std::to_string(block));
  return more;
}

/// Empty: standard output.
std::string page_name(const ProgramRequest& program, const ReplayPageRequest& request) {
  if (!request.output.empty()) return request.output == "-" ? std::string() : request.output;
  return fs::path(program.file).stem().string() + "-replay.html";
}

std::string command_line(const ProgramRequest& program) {
  std::string text = program.file;
  if (!program.program_arguments.empty()) text += " --";
  for (const std::string& word : program.program_arguments) text += " " + detector::quoted_word(word);
  return text;
}

void tell(const ReplayPage& page, const std::string& output, bool both_orders) {
  constexpr std::size_t kKilo = 1000;
  const std::size_t kilobytes = std::max<std::size_t>(1, page.html.size() / kKilo);
  std::fprintf(stderr, "fencepost: wrote %s, %zu kB: %s of %s%s\n", output.empty() ? "the page" : output.c_str(),
               kilobytes, detector::count_of(page.intervals, "interval", "intervals").c_str(),
               detector::count_of(page.blocks, "block", "blocks").c_str(),
               both_orders ? ", in both orders of threads" : "");
  if (page.left_out != 0) {
    std::fprintf(stderr, "fencepost: note: %s left out, a page has at most 10 MB; choose by --launch and --block\n",
                 detector::count_of(page.left_out, "interval was", "intervals were").c_str());
  }
}

}  // namespace

int replay(const ProgramRequest& program, const ReplayPageRequest& request) {
  const std::string output = page_name(program, request);
  if (const std::string problem = output_error(output); !problem.empty()) return usage_error(problem);
  ProgramRequest first = program;
  if (output.empty()) first.output = ChildOutput::kOnError;
  std::string message;
  const auto options = detector::parse_options(options_with_environment(program.runtime_options), message);
  const std::string jobs = options && options->sim.jobs == 0 ? " --jobs 1" : "";
  const bool forward = options && options->sim.schedule == sim::Schedule::kForward;

  Recording run;
  const int status = record(first, request, jobs, run);
  if (run.run.is_null()) {
    if (status != 0) return status;
    return usage_error(program.file +
                       " ended without a recording; if it is an executable, build it again with "
                       "fencepost-nvcc --profile");
  }
  if (status == kNoLaunch && run.blocks.empty()) return status;  // The program has said why.
  if (const std::string problem = missing(request, run); !problem.empty()) {
    const int usage = usage_error(problem);
    return status == 0 || !request.launches.empty() || !request.blocks.empty() ? usage : status;
  }
  ReplayPageRequest chosen = request;
  const ProgramRequest silent = again(program);
  if (const auto more = with_races(request, run)) {
    Recording racy;
    record(silent, *more, jobs, racy);
    if (!racy.blocks.empty()) {
      racy.report = run.report;  // What the user was told.
      read_recording(racy.text, run);
      chosen = *more;
    }
  }
  Recording other;
  if (!race_places(run.report).empty()) {
    ProgramRequest reversed = silent;
    reversed.runtime_options = options_without(silent.runtime_options, {"--schedule", "--first", "--seed"}, {});
    record(reversed, chosen, jobs + (forward ? " --schedule reverse" : " --schedule forward"), other);
  }
  const bool both_orders = !other.blocks.empty();
  const ReplayPage page = write_replay_page(run, both_orders ? &other : nullptr, command_line(program));
  if (const std::string problem = write_output(page.html, output); !problem.empty()) return usage_error(problem);
  if (!options || !options->quiet) tell(page, output, both_orders);
  return status;
}

}  // namespace fencepost::cli
