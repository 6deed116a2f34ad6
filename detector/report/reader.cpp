#include "detector/report/reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string_view>

#include "detector/coverage/coverage_json.h"
#include "detector/model/names.h"
#include "detector/model/stream_timeline.h"
#include "detector/model/sweep_results.h"
#include "detector/report/json.h"
#include "detector/report/order.h"
#include "detector/report/process_json.h"
#include "detector/report/profile_json.h"
#include "detector/text/checked_json.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

/// A block has at most 1,024 threads.
constexpr std::uint32_t kMostThreads = 1024;
/// One entry of a report may stand for a whole block.
constexpr std::size_t kMostAccesses = std::size_t{1} << 21U;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30U;

template <std::size_t N>
std::array<std::uint32_t, N> numbers(const Json& json) {
  if (!json.is_array() || json.size() != N) throw std::runtime_error("a list of " + std::to_string(N) + " is expected");
  std::array<std::uint32_t, N> result{};
  std::ranges::transform(json, result.begin(), checked_number<std::uint32_t>);
  return result;
}

Location location(const Json& json) {
  if (json.is_null()) return {};
  // A file and a line are written together.
  const auto line = number_or_0<std::uint32_t>(json, "line");
  return {line > 0 ? json.value("file", "") : "", line, json.value("function", ""), json.value("text", "")};
}

Bound bound(const Json& json, const char* member) {
  if (!json.contains(member) || json[member].is_null()) return std::nullopt;
  return location(json[member]);
}

std::vector<Location> places(const Json& json, const char* member) {
  std::vector<Location> places;
  if (!json.contains(member)) return places;
  for (const Json& frame : checked_list(json[member])) places.push_back(location(frame));
  return places;
}

bool waits(const FindingAccess& access) {
  return access.kind == AccessKind::kBarrier || access.kind == AccessKind::kExit;
}

/// Threads that wait at one place are one entry of a report, which has the first one's stack (thread_groups.h): whoever
/// wrote them apart gets them back so.
void join_waiting(std::vector<FindingAccess>& accesses) {
  struct Place {
    const FindingAccess* first;
    std::set<Index3> threads;
  };
  std::vector<Place> places;
  for (FindingAccess& access : accesses) {
    if (!waits(access)) continue;
    auto place = std::ranges::find_if(places, [&](const Place& each) {
      return each.first->kind == access.kind && each.first->block == access.block &&
             each.first->location == access.location;
    });
    if (place == places.end()) {
      place = places.insert(place, {&access, {}});
    } else {
      access.interval = place->first->interval;
      access.by = place->first->by;
      access.stack.clear();
    }
    if (!place->threads.insert(access.thread).second) throw std::runtime_error("a thread waits twice at one place");
  }
}

/// One access; of barriers and exits one for each thread that it stands for.
void add_accesses(const Json& json, const Index3& block_dim, std::vector<FindingAccess>& accesses) {
  FindingAccess access;
  access.kind = named(json, "kind", kAllAccessKinds);
  access.block = numbers<3>(json.at("block"));
  access.thread = numbers<3>(json.at("thread"));
  access.interval = checked_number<std::uint32_t>(json.at("interval"));
  access.location = location(json.at("location"));
  access.by = json.value("by", "");
  for (const Json& frame : checked_list(json.at("stack"))) access.stack.push_back(location(frame));
  if (!json.contains("threads")) {
    // Threads of one launch that wait are written as ranks; those of a race may be of two launches.
    for (std::size_t i = 0; waits(access) && i < 3; ++i) {
      if (access.thread[i] >= std::max(block_dim[i], 1U)) throw std::runtime_error("'thread' is outside its block");
    }
    accesses.push_back(std::move(access));
    return;
  }
  const std::uint32_t x = std::max(block_dim[0], 1U), y = std::max(block_dim[1], 1U);
  const std::uint64_t threads = std::uint64_t{x} * y * std::max(block_dim[2], 1U);
  std::uint32_t next = 0;
  for (const Json& range : checked_list(json["threads"])) {
    const auto [first, last] = numbers<2>(range);
    if (first < next || last < first || last >= std::min<std::uint64_t>(threads, kMostThreads))
      throw std::runtime_error("'threads' are no ranks");
    next = last + 1;
    for (std::uint32_t rank = first; rank <= last; ++rank) {
      access.thread = {rank % x, rank / x % y, rank / x / y};
      accesses.push_back(access);
      access.stack.clear();
    }
  }
  if (accesses.size() > kMostAccesses) throw std::runtime_error("a finding has too many accesses");
}

/// A report is written by whoever: what lanes and accesses are named must exist.
StreamTimeline timeline(const Json& json, std::size_t accesses) {
  constexpr std::size_t kMostLanes = 64, kMostSteps = 4096;
  StreamTimeline timeline;
  for (const Json& lane : checked_list(json.at("lanes"))) {
    timeline.lanes.push_back({lane.at("name").get<std::string>(), lane.at("kind").get<std::string>()});
  }
  const auto index = [](const Json& at, std::size_t size) {
    const auto value = checked_number<std::uint32_t>(at);
    if (value >= size) throw std::runtime_error("a 'timeline' has no number " + std::to_string(value));
    return value;
  };
  for (const Json& each : checked_list(json.at("steps"))) {
    TimelineStep step{.kind = named(each, "kind", kAllStepKinds),
                      .lane = index(each.at("lane"), timeline.lanes.size()),
                      .number = checked_count(each, "number"),
                      .call = each.value("call", ""),
                      .location = location(each.at("location")),
                      .event = number_or_0<std::uint64_t>(each, "event"),
                      .host_waits = each.value("host_waits", false)};
    if (each.contains("awaited")) step.awaited = index(each["awaited"], timeline.lanes.size());
    if (each.contains("access")) step.access = index(each["access"], accesses);
    timeline.steps.push_back(std::move(step));
  }
  if (timeline.lanes.size() > kMostLanes || timeline.steps.size() > kMostSteps) {
    throw std::runtime_error("a 'timeline' is too long");
  }
  return timeline;
}

SweepResults sweep(const Json& json) {
  constexpr std::size_t kMostCells = std::size_t{1} << 24U;
  SweepResults sweep;
  for (const Json& axis : checked_list(json.at("axes"))) {
    sweep.axes.push_back({axis.at("name").get<std::string>(), {}});
    for (const Json& value : checked_list(axis.at("values")))
      sweep.axes.back().values.push_back(value.get<std::string>());
  }
  sweep.runs_of_cell = checked_count(json, "runs_of_cell");
  for (const Json& each : checked_list(json.at("results"))) {
    SweepResults::Result& result = sweep.results.emplace_back();
    for (const Json& one : checked_list(each.at("findings"))) {
      result.findings[one.at("fingerprint").get<std::string>()] = checked_count(one, "runs");
    }
    for (const Json& one : checked_list(each.at("ends")))
      result.ends[one.at("end").get<std::string>()] = checked_count(one, "runs");
  }
  std::uint64_t cells = 1;
  for (const SweepResults::Axis& axis : sweep.axes) {
    cells = std::min<std::uint64_t>(cells * axis.values.size(), kMostCells + 1);
  }
  for (const Json& run : checked_list(json.at("cells"))) {
    const auto [result, length] = numbers<2>(run);
    if (result >= sweep.results.size() || length > cells - sweep.cells.size() || cells > kMostCells) {
      throw std::runtime_error("the 'cells' of 'sweep' do not fit its axes");
    }
    sweep.cells.insert(sweep.cells.end(), length, result);
  }
  if (sweep.cells.size() != cells) throw std::runtime_error("the 'cells' of 'sweep' do not fit its axes");
  return sweep;
}

ProgramCall program(const Json& json) {
  ProgramCall program;
  program.file = json.at("file").get<std::string>();
  program.arguments = json.at("arguments").get<std::vector<std::string>>();
  if (json.contains("compiler_arguments")) json["compiler_arguments"].get_to(program.compiler_arguments);
  return program;
}

Finding finding(const Json& json) {
  Finding finding;
  finding.kind = named(json, "kind", kAllKinds);
  finding.severity = named(json, "severity", kAllSeverities);
  if (json.contains("space")) finding.space = named(json, "space", kAllSpaces);
  if (json.contains("scope")) finding.scope = named(json, "scope", kAllScopes);
  finding.kernel = json.value("kernel", "");
  finding.launch = number_or_0<std::uint64_t>(json, "launch");
  if (finding.launch != 0) {
    if (json.contains("device")) finding.device = number_or_0<std::uint32_t>(json, "device");
    finding.grid = json.contains("grid") ? numbers<3>(json["grid"]) : Index3{};
    finding.block_dim = json.contains("block_dim") ? numbers<3>(json["block_dim"]) : Index3{};
    finding.launched = places(json, "launched");
  }
  if (json.contains("object")) {
    const Json& object = json["object"];
    finding.object = Object{object.at("name").get<std::string>(), checked_count(object, "bytes"),
                            location(object.at("declared")), places(object, "stack")};
    if (object.contains("dimensions")) {
      for (const Json& bound : checked_list(object["dimensions"])) {
        finding.object->dimensions.push_back(checked_number<std::uint64_t>(bound));
      }
    }
  }
  finding.offset = number_or_0<std::uint64_t>(json, "offset");
  finding.size = number_or_0<std::uint32_t>(json, "size");
  finding.element = json.value("element", "");
  finding.interval = checked_number<std::uint32_t>(json.at("interval"));
  finding.interval_begin = bound(json, "interval_begin");
  finding.interval_end = bound(json, "interval_end");
  finding.occurrences = checked_count(json, "occurrences");
  for (const Json& access : checked_list(json.at("accesses")))
    add_accesses(access, finding.block_dim, finding.accesses);
  join_waiting(finding.accesses);
  if (json.contains("timeline")) {
    finding.timeline = std::make_shared<StreamTimeline>(timeline(json["timeline"], finding.accesses.size()));
  }
  finding.message = json.at("message").get<std::string>();
  finding.hint = json.at("hint").get<std::string>();
  if (json.contains("seed")) finding.seed = checked_count(json, "seed");
  finding.fingerprint = json.value("fingerprint", "");
  finding.runs = number_or_0<std::uint64_t>(json, "runs");
  finding.configuration = json.value("configuration", "");
  finding.repeat = json.value("repeat", "");
  finding.program = json.value("program", "");
  if (json.contains("processes")) {
    for (const Json& each : checked_list(json["processes"]))
      finding.processes.push_back(checked_number<std::uint32_t>(each));
  }
  if (json.contains("proposal")) {
    const Json& proposal = json["proposal"];
    finding.proposal = {proposal.at("text").get<std::string>(), proposal.at("verified").get<bool>(),
                        proposal.at("patch").get<std::string>(), proposal.value("folder", "")};
  }
  if (json.contains("suppressed")) {
    const Json& suppressed = json["suppressed"];
    finding.suppressed = {
        suppressed.at("by").get<std::string>(), suppressed.at("reason").get<std::string>(),
        suppressed.contains("kind") ? named(suppressed, "kind", kAllSuppressionKinds) : Suppression::Kind::kRule};
  }
  return finding;
}

Summary summary(const Json& json) {
  Summary summary;
  summary.launches = checked_count(json, "launches");
  summary.blocks = checked_count(json, "blocks");
  summary.threads = checked_count(json, "threads");
  summary.accesses = checked_count(json, "accesses");
  summary.library_operations = number_or_0<std::uint64_t>(json, "library_operations");
  summary.errors = checked_count(json, "errors");
  summary.warnings = checked_count(json, "warnings");
  summary.suppressed = checked_count(json, "suppressed");
  summary.left_out = checked_count(json, "left_out");
  const Json left_out = json.value("left_out_by_kind", Json::array());
  for (const Json& each : checked_list(left_out)) {
    add_left_out(summary.left_out_by_kind, {{named(each, "severity", kAllSeverities), named(each, "kind", kAllKinds),
                                             checked_count(each, "count")}});
  }
  summary.seconds = json.at("seconds").get<double>();
  if (json.contains("exit_status"))
    summary.exit_status = static_cast<int>(checked_number<std::uint16_t>(json["exit_status"]));
  summary.runs = number_or_0<std::uint64_t>(json, "runs");
  if (json.contains("sample")) {
    const Json& sample = json["sample"];
    summary.sample = {checked_count(sample, "in_full"), checked_count(sample, "in_part"),
                      checked_count(sample, "not_checked"), checked_count(sample, "blocks"),
                      number_or_0<std::uint64_t>(sample, "no_code")};
  }
  summary.processes = number_or_0<std::uint64_t>(json, "processes");
  return summary;
}

ContractSummary contracts(const Json& json) {
  ContractSummary contracts;
  contracts.clauses = checked_count(json, "clauses");
  contracts.held = checked_count(json, "held");
  contracts.failed = checked_count(json, "failed");
  contracts.assumptions = checked_count(json, "assumptions");
  contracts.not_evaluated = checked_count(json, "not_evaluated");
  contracts.unsupported = checked_count(json, "unsupported");
  return contracts;
}

/// They are indices into a list.
void check_processes(const Finding& finding, std::size_t processes) {
  std::uint32_t before = 0;
  for (const std::uint32_t number : finding.processes) {
    if (number <= before || number > processes) throw std::runtime_error("'processes' of a finding are none");
    before = number;
  }
}

/// What a library's exception says, without its name.
std::string reason(const std::exception& error) {
  std::string text = error.what();
  if (const std::size_t end = text.find("] "); text.starts_with("[json") && end != std::string::npos) {
    text.erase(0, end + 2);
  }
  constexpr std::size_t kMost = 200;  // It may quote what is wrong.
  return text.size() > kMost ? text.substr(0, kMost) + "..." : text;
}

}  // namespace

std::optional<Report> parse_json_report(const std::string& text, std::string& error) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("fencepost")) throw std::runtime_error("it has no member 'fencepost'");
    const auto schema = checked_number<int>(json["fencepost"].at("schema"));
    if (schema != kReportSchema) {
      throw std::runtime_error("its schema is " + std::to_string(schema) + ", this version reads " +
                               std::to_string(kReportSchema));
    }
    Report report;
    report.summary = summary(json.at("summary"));
    std::size_t accesses = 0;
    const auto read = [&](const Json& entries, std::vector<Finding>& findings) {
      for (const Json& each : entries) {
        findings.push_back(finding(each));
        accesses += findings.back().accesses.size();
        if (accesses > kMostAccesses) throw std::runtime_error("it has too many accesses");
      }
    };
    read(checked_list(json.at("findings")), report.findings);
    read(checked_list(json.at("suppressed")), report.suppressed);
    for (const Finding& finding : report.suppressed) {
      if (!finding.suppressed) throw std::runtime_error("a finding in 'suppressed' is not");
    }
    for (const Json& each : checked_list(json.at("notes"))) {
      report.notes.push_back({named(each, "kind", kAllNoteKinds), each.at("text").get<std::string>()});
    }
    put_errors_first(report.findings);
    put_errors_first(report.suppressed);
    const Json kernels = json.value("kernels", Json::array());  // Older reports of the same schema have none.
    for (const Json& each : checked_list(kernels)) {
      report.kernels.push_back(
          {each.at("name").get<std::string>(), checked_count(each, "launches"), each.at("checked").get<bool>()});
    }
    if (json.contains("program")) report.program = program(json["program"]);
    if (json.contains("sweep")) report.sweep = std::make_shared<SweepResults>(sweep(json["sweep"]));
    if (json.contains("processes")) {
      for (const Json& each : checked_list(json["processes"])) report.processes.push_back(process_of_json(each));
    }
    for (const auto* findings : {&report.findings, &report.suppressed}) {
      for (const Finding& finding : *findings) check_processes(finding, report.processes.size());
    }
    if (json.contains("contracts")) report.contracts = contracts(json["contracts"]);
    if (json.contains("profile")) report.profile = std::make_shared<Profile>(profile_of_json(json["profile"]));
    if (json.contains("coverage")) report.coverage = std::make_shared<Coverage>(coverage_of_json(json["coverage"]));
    return report;
  } catch (const std::exception& problem) {
    error = "no report of Fencepost: " + reason(problem);
    return std::nullopt;
  }
}

std::optional<Report> parse_json_report(const std::string& text) {
  std::string ignored;
  return parse_json_report(text, ignored);
}

std::optional<Report> read_report(const std::string& file, std::string& error) {
  std::error_code failure;
  errno = std::filesystem::is_directory(file, failure) ? EISDIR : 0;
  std::ifstream in;
  if (errno == 0) in.open(file, std::ios::binary);
  if (!in.is_open()) {
    error = "cannot read report " + file + ": " + std::strerror(errno);
    return std::nullopt;
  }
  if (std::filesystem::is_regular_file(file, failure) && std::filesystem::file_size(file, failure) > kMostBytes) {
    error = file + ": too big to be a report of Fencepost";
    return std::nullopt;
  }
  auto report = parse_json_report(std::string(std::istreambuf_iterator<char>(in), {}), error);
  if (!report) error.insert(0, file + ": ");
  return report;
}

bool has_fingerprints(const Report& report) {
  const auto has = [](const Finding& finding) { return !finding.fingerprint.empty(); };
  return std::ranges::all_of(report.findings, has) && std::ranges::all_of(report.suppressed, has);
}

}  // namespace fencepost::detector
