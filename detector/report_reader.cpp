#include "detector/report_reader.h"

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "detector/names.h"
#include "detector/report_json.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

template <class List>
auto named(const Json& json, const char* member, const List& values) {
  const auto& name = json.at(member).get_ref<const std::string&>();
  for (const auto value : values) {
    if (name_of(value) == name) return value;
  }
  throw std::runtime_error("unknown " + std::string(member));
}

Location location(const Json& json) {
  if (json.is_null()) return {};
  return {json.value("file", ""), json.value("line", 0U), json.value("function", "")};
}

Bound bound(const Json& json, const char* member) {
  if (!json.contains(member) || json[member].is_null()) return std::nullopt;
  return location(json[member]);
}

/// One access; of barriers and exits one for each thread that it stands for.
void add_accesses(const Json& json, const Index3& block_dim, std::vector<FindingAccess>& accesses) {
  FindingAccess access;
  access.kind = named(json, "kind", kAllAccessKinds);
  access.block = json.at("block").get<Index3>();
  access.thread = json.at("thread").get<Index3>();
  access.interval = json.at("interval").get<std::uint32_t>();
  access.location = location(json.at("location"));
  access.by = json.value("by", "");
  for (const Json& frame : json.at("stack")) access.stack.push_back(location(frame));
  if (!json.contains("threads")) {
    accesses.push_back(std::move(access));
    return;
  }
  const std::uint32_t x = std::max(block_dim[0], 1U), y = std::max(block_dim[1], 1U);
  for (const Json& range : json["threads"]) {
    const auto [first, last] = range.get<std::array<std::uint32_t, 2>>();
    for (std::uint32_t rank = first; rank <= last; ++rank) {
      access.thread = {rank % x, rank / x % y, rank / x / y};
      accesses.push_back(access);
      access.stack.clear();
    }
  }
}

Finding finding(const Json& json) {
  Finding finding;
  finding.kind = named(json, "kind", kAllKinds);
  finding.severity = named(json, "severity", kAllSeverities);
  if (json.contains("space")) finding.space = named(json, "space", kAllSpaces);
  if (json.contains("scope")) finding.scope = named(json, "scope", kAllScopes);
  finding.kernel = json.value("kernel", "");
  finding.launch = json.value("launch", std::uint64_t{0});
  finding.grid = json.value("grid", Index3{});
  finding.block_dim = json.value("block_dim", Index3{});
  if (json.contains("object")) {
    const Json& object = json["object"];
    finding.object = Object{object.at("name").get<std::string>(), object.at("bytes").get<std::uint64_t>(),
                            location(object.at("declared"))};
  }
  finding.offset = json.value("offset", std::uint64_t{0});
  finding.size = json.value("size", 0U);
  finding.element = json.value("element", "");
  finding.interval = json.at("interval").get<std::uint32_t>();
  finding.interval_begin = bound(json, "interval_begin");
  finding.interval_end = bound(json, "interval_end");
  finding.occurrences = json.at("occurrences").get<std::uint64_t>();
  for (const Json& access : json.at("accesses")) add_accesses(access, finding.block_dim, finding.accesses);
  finding.message = json.at("message").get<std::string>();
  finding.hint = json.at("hint").get<std::string>();
  if (json.contains("seed")) finding.seed = json["seed"].get<std::uint64_t>();
  finding.runs = json.value("runs", std::uint64_t{0});
  if (json.contains("suppressed")) {
    const Json& suppressed = json["suppressed"];
    finding.suppressed = {suppressed.at("by").get<std::string>(), suppressed.at("reason").get<std::string>()};
  }
  return finding;
}

Summary summary(const Json& json) {
  Summary summary;
  summary.launches = json.at("launches").get<std::uint64_t>();
  summary.blocks = json.at("blocks").get<std::uint64_t>();
  summary.threads = json.at("threads").get<std::uint64_t>();
  summary.accesses = json.at("accesses").get<std::uint64_t>();
  summary.errors = json.at("errors").get<std::uint64_t>();
  summary.warnings = json.at("warnings").get<std::uint64_t>();
  summary.suppressed = json.at("suppressed").get<std::uint64_t>();
  summary.left_out = json.at("left_out").get<std::uint64_t>();
  summary.seconds = json.at("seconds").get<double>();
  summary.runs = json.value("runs", std::uint64_t{0});
  return summary;
}

ContractSummary contracts(const Json& json) {
  ContractSummary contracts;
  contracts.clauses = json.at("clauses").get<std::uint64_t>();
  contracts.held = json.at("held").get<std::uint64_t>();
  contracts.failed = json.at("failed").get<std::uint64_t>();
  contracts.assumptions = json.at("assumptions").get<std::uint64_t>();
  contracts.not_evaluated = json.at("not_evaluated").get<std::uint64_t>();
  contracts.unsupported = json.at("unsupported").get<std::uint64_t>();
  return contracts;
}

}  // namespace

std::optional<Report> parse_json_report(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("fencepost").at("schema") != kReportSchema) return std::nullopt;
    Report report;
    report.summary = summary(json.at("summary"));
    for (const Json& each : json.at("findings")) report.findings.push_back(finding(each));
    for (const Json& each : json.at("suppressed")) report.suppressed.push_back(finding(each));
    for (const Json& each : json.at("notes")) {
      report.notes.push_back({named(each, "kind", kAllNoteKinds), each.at("text").get<std::string>()});
    }
    if (json.contains("contracts")) report.contracts = contracts(json["contracts"]);
    return report;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace fencepost::detector
