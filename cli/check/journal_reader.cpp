#include "cli/check/journal_reader.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "detector/model/names.h"
#include "detector/processes/journal_state.h"
#include "detector/report/json.h"
#include "detector/report/process_json.h"
#include "detector/report/reader.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

using Json = nlohmann::ordered_json;

/// The numbers of JournalState, as they stand in a file.
struct Numbers {
  explicit Numbers(const std::string& page) {
    const auto at = [&](std::size_t offset) {
      std::uint64_t value = 0;
      std::memcpy(&value, page.data() + offset, sizeof value);
      return value;
    };
    magic = at(offsetof(JournalState, magic));
    launches = at(offsetof(JournalState, launches));
    blocks = at(offsetof(JournalState, blocks));
    threads = at(offsetof(JournalState, threads));
    accesses = at(offsetof(JournalState, accesses));
    error = static_cast<std::uint32_t>(at(offsetof(JournalState, error)));
    ended = static_cast<std::uint32_t>(at(offsetof(JournalState, ended)));
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    for (std::size_t i = 0; i < JournalState::kKernels; ++i) {
      launches_of_kernel.push_back(at(offsetof(JournalState, launches_of_kernel) + i * kStep));
    }
  }
  std::uint64_t magic, launches, blocks, threads, accesses;
  std::uint32_t error, ended;
  std::vector<std::uint64_t> launches_of_kernel;
};

std::optional<Numbers> read_numbers(std::ifstream& in) {
  std::string page(JournalState::kBytes, '\0');
  if (!in.read(page.data(), JournalState::kBytes)) return std::nullopt;
  Numbers numbers(page);
  return numbers.magic == JournalState::kMagic ? std::optional(std::move(numbers)) : std::nullopt;
}

/// The report that a process could not write, from what it had written down.
Json report_so_far(const Numbers& numbers, const Json& kernels, const std::map<std::uint64_t, Json>& findings) {
  Json report;
  report["fencepost"] = {{"version", FENCEPOST_VERSION}, {"schema", kReportSchema}};
  report["findings"] = report["suppressed"] = report["notes"] = Json::array();
  std::uint64_t errors = 0, warnings = 0;
  for (const auto& [number, finding] : findings) {
    const bool is_suppressed = finding.contains("suppressed");
    report[is_suppressed ? "suppressed" : "findings"].push_back(finding);
    if (!is_suppressed) ++(finding.value("severity", "") == "error" ? errors : warnings);
  }
  report["summary"] = {{"launches", numbers.launches},
                       {"blocks", numbers.blocks},
                       {"threads", numbers.threads},
                       {"accesses", numbers.accesses},
                       {"errors", errors},
                       {"warnings", warnings},
                       {"suppressed", 0},
                       {"left_out", 0},
                       {"seconds", 0.0}};
  report["summary"]["suppressed"] = report["suppressed"].size();
  report["kernels"] = kernels;
  return report;
}

/// How it ended, as far as its journal tells.
void set_end(ProcessRecord& process, const Numbers& numbers, bool is_complete, int status_in_report) {
  constexpr int kFirstSignal = 128;
  if (process.end == ProcessRecord::End::kNotCompiled) return;
  process.end = ProcessRecord::End::kLost;
  if (numbers.ended != 0) {
    process.end = ProcessRecord::End::kExited;
    process.status = static_cast<int>(numbers.ended - 1);
  } else if (is_complete && status_in_report > kFirstSignal) {  // A crash of the host's part, which it has told.
    process.end = ProcessRecord::End::kSignal;
    process.status = status_in_report - kFirstSignal;
  } else if (is_complete) {
    process.end = ProcessRecord::End::kExited;
    process.status = status_in_report;
  }
}

}  // namespace

std::optional<Journal> read_journal(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const auto numbers = read_numbers(in);
  if (!numbers) return std::nullopt;
  std::optional<Json> process, report;
  Json kernels = Json::array();
  std::map<std::uint64_t, Json> findings;
  for (std::string line; std::getline(in, line) && !in.eof();) {  // One without its end was not written whole.
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    if (json.contains("process")) process = json["process"];
    if (json.contains("report")) report = std::move(json["report"]);
    if (json.contains("kernel") && json["kernel"].is_object()) {
      const std::size_t number = kernels.size();
      json["kernel"]["launches"] = number < JournalState::kKernels ? numbers->launches_of_kernel[number] : 1;
      kernels.push_back(json["kernel"]);
    }
    if (json.contains("finding") && json["finding"].is_object() && json["finding"].contains("is")) {
      findings[json["finding"].value("number", std::uint64_t{0})] = std::move(json["finding"]["is"]);
    }
  }
  if (!process) return std::nullopt;
  Journal journal;
  journal.is_complete = report.has_value();
  std::string ignored;
  auto read = parse_json_report((report ? *report : report_so_far(*numbers, kernels, findings)).dump(), ignored);
  if (!read) return std::nullopt;
  journal.report = std::move(*read);
  if (numbers->error != 0) journal.lost = std::strerror(static_cast<int>(numbers->error));
  try {
    ProcessRecord self = process_of_json(*process);
    const Summary& summary = journal.report.summary;
    set_end(self, *numbers, journal.is_complete, summary.exit_status.value_or(0));
    self.launches = summary.launches;
    self.errors = summary.errors;
    self.warnings = summary.warnings;
    self.kernels = journal.report.kernels;
    for (auto* list : {&journal.report.findings, &journal.report.suppressed}) {
      for (Finding& finding : *list) {
        finding.processes = {1};
        finding.program = self.program;
      }
    }
    journal.report.processes = {std::move(self)};
    journal.report.summary.processes = 1;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return journal;
}

JournalCounts count_journals(const std::string& folder) {
  JournalCounts counts;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".journal") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const auto numbers = read_numbers(in);
    if (!numbers) continue;
    ++counts.processes;
    counts.launches += numbers->launches;
  }
  return counts;
}

}  // namespace fencepost::cli
