#include "cli/propose/trial.h"
#include "cli/base/checked_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/base/child_process.h"
#include "cli/base/no_input.h"
#include "cli/base/read_source_map.h"
#include "cli/base/runtime_options.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<CodeLine> stack_of(const Json& access) {
  std::vector<CodeLine> stack;
  const auto add = [&](const Json& location) {
    if (!location.is_object() || !location.contains("line")) return;
    stack.push_back({location.value("file", ""), location.value("line", 0U), location.value("function", "")});
  };
  if (access.contains("stack")) std::ranges::for_each(access["stack"], add);
  if (stack.empty() && access.contains("location")) add(access["location"]);
  return stack;
}

/// "thread … of scan, launched at scan.cu:12 in stream 1", "cudaMemcpyAsync in stream 2", "the host".
CodeLine host_line_of(const Json& access) {
  const std::string by = access.value("by", "");
  constexpr std::string_view kLaunched = ", launched at ", kIn = " in ";
  const std::size_t at = by.find(kLaunched);
  if (at == std::string::npos) {
    const std::vector<CodeLine> stack = stack_of(access);
    return by.empty() || stack.empty() ? CodeLine{} : stack.front();
  }
  const std::string place = by.substr(at + kLaunched.size(), by.rfind(kIn) - at - kLaunched.size());
  const std::size_t colon = place.rfind(':');
  CodeLine line{place.substr(0, colon), 0, {}};
  if (colon != std::string::npos) std::from_chars(place.data() + colon + 1, place.data() + place.size(), line.line);
  return line;
}

void note_warps(const Json& json, ReportedFinding& finding) {
  constexpr std::uint64_t kLanes = 32;
  const auto dim = json.value("block_dim", std::array<std::uint64_t, 3>{});
  finding.one_warp = dim[0] * dim[1] * dim[2] <= kLanes;
  finding.same_warp = finding.scope == "intra-warp";
}

std::string place_text(const std::vector<CodeLine>& stack) {
  return stack.empty() ? "an unknown line" : stack.front().file + ":" + std::to_string(stack.front().line);
}

std::vector<std::string> sorted_places(const ReportedFinding& finding) {
  std::vector<std::string> places;
  for (const auto& stack : finding.stacks) places.push_back(place_text(stack));
  std::ranges::sort(places);
  return places;
}

// Options of the user's run, without those that a trial sets itself or must not obey.
std::string options_for_trials(const std::string& own) {
  return options_without(options_with_environment(own),
                         {"--report", "--timeout", "--fail-on", "--error-exitcode", "--max-findings",
                          "--permissions-file", "--permissions-array", "--permissions-launch", "--permissions-block"},
                         {"--permissions-barriers", "--profile", "--coverage", "--print-suppressions"});
}

bool was_interrupted(const ChildEnd& end) {
  return end.status == kInterrupted || end.signal == SIGINT || end.signal == SIGTERM || end.signal == SIGHUP;
}

}  // namespace

bool ReportedFinding::is_target() const { return kind == "race" && severity == "error" && stacks.size() == 2; }

std::string ReportedFinding::key() const {
  // Not the element, which is only the first of many; not whether the two threads are of one warp.
  std::string key = kind + " " + severity + (scope.starts_with("intra-") ? "" : " " + scope);
  for (const std::string& place : sorted_places(*this)) key += " " + place;
  return key;
}

std::string ReportedFinding::lines() const {
  const std::vector<std::string> places = sorted_places(*this);
  if (places.empty()) return "an unknown line";
  return places.front() == places.back() ? places.front() : places.front() + " and " + places.back();
}

std::optional<ReportedRun> read_reported_run(const std::string& file) {
  std::ifstream in(file);
  const Json report = Json::parse(in, nullptr, false);
  if (!report.is_object() || !report.contains("findings") || !report.contains("summary")) return std::nullopt;
  ReportedRun run;
  run.launches = report["summary"].value("launches", std::uint64_t{0});
  run.seconds = report["summary"].value("seconds", 0.0);
  run.complete = report["summary"].value("left_out", std::uint64_t{0}) == 0;
  for (const Json& json : report["findings"]) {
    ReportedFinding finding{.kind = json.value("kind", ""),
                            .severity = json.value("severity", ""),
                            .scope = json.value("scope", ""),
                            .element = json.value("element", "")};
    if (json.contains("accesses")) {
      for (const Json& access : json["accesses"]) {
        finding.stacks.push_back(stack_of(access));
        finding.host_lines.push_back(host_line_of(access));
      }
      note_warps(json, finding);
    }
    run.findings.push_back(std::move(finding));
  }
  return run;
}

ProposalTrials::ProposalTrials(const ProgramRequest& request, double limit)
    : request_(request), options_(options_for_trials(request.runtime_options)), limit_(limit) {}

std::unique_ptr<compiler::MappedSource> ProposalTrials::source() const {
  return read_source_map(request_.file, request_.compiler_arguments);
}

Trial ProposalTrials::run(const std::vector<compiler::SourceEdit>& edits) {
  const NoInput no_input;
  const std::string program = directory_.file("program");
  const std::string report = directory_.file("report.json");
  std::error_code ignored;
  fs::remove(report, ignored);
  std::vector<std::string> words = {beside_this_program("fencepost-nvcc"), request_.file, "-o", program};
  words.insert(words.end(), request_.compiler_arguments.begin(), request_.compiler_arguments.end());
  for (const compiler::SourceEdit& edit : edits) words.insert(words.end(), {"--edit", compiler::edit_text(edit)});
  const ChildEnd compiled = run_child(words, {{"FENCEPOST_CHECK", ""}}, ChildOutput::kNowhere);
  if (was_interrupted(compiled) || compiled.status > 128) return {.end = Trial::End::kInterrupted};
  if (!compiled.error.empty() || compiled.signal != 0 || compiled.status != 0) return {.end = Trial::End::kNotCompiled};

  std::string options = options_ + " ";
  // The program's own exit status and all findings: both are compared.
  options += "--fail-on never --max-findings 1000000 --report " + detector::quoted_word(report);
  options += " --timeout " + std::to_string(limit_);
  words = {program};
  words.insert(words.end(), request_.program_arguments.begin(), request_.program_arguments.end());
  const ChildEnd end =
      run_child(words, {{"FENCEPOST_OPTIONS", options}, {"FENCEPOST_CHECK", ""}}, ChildOutput::kNowhere);
  if (was_interrupted(end)) return {.end = Trial::End::kInterrupted};
  if (end.status == kTimedOut) return {.end = Trial::End::kTimedOut};
  auto reported = read_reported_run(report);
  if (!end.error.empty() || end.signal != 0 || !reported) return {.end = Trial::End::kFailed};
  return {Trial::End::kExited, end.status, std::move(*reported)};
}

}  // namespace fencepost::cli
