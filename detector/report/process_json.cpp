#include "detector/report/process_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "detector/model/names.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t count(const Json& json, const char* member) {
  const Json& value = json.at(member);
  if (!value.is_number_unsigned()) throw std::runtime_error("a number from 0 is expected, not " + value.dump());
  return value.get<std::uint64_t>();
}

const Json& list(const Json& json, const char* member) {
  const Json& value = json.at(member);
  if (!value.is_array()) throw std::runtime_error("a list is expected");
  return value;
}

ProcessRecord::End end_named(const std::string& name) {
  for (const ProcessRecord::End end : kAllEnds) {
    if (name_of(end) == name) return end;
  }
  throw std::runtime_error("unknown end '" + name + "'");
}

}  // namespace

Json process_json(const ProcessRecord& process) {
  Json kernels = Json::array();
  for (const LaunchedKernel& kernel : process.kernels) {
    kernels.push_back({{"name", kernel.name}, {"launches", kernel.launches}, {"checked", kernel.checked}});
  }
  Json json = {{"program", process.program}, {"arguments", process.arguments},
               {"folder", process.folder},   {"host", process.host},
               {"pid", process.pid},         {"started", process.started},
               {"end", name_of(process.end)}};
  const bool has_status = process.end == ProcessRecord::End::kExited || process.end == ProcessRecord::End::kNotCompiled;
  if (has_status) json["exit_status"] = process.status;
  if (process.end == ProcessRecord::End::kSignal) json["signal"] = process.status;
  json["launches"] = process.launches;
  json["errors"] = process.errors;
  json["warnings"] = process.warnings;
  json["kernels"] = std::move(kernels);
  return json;
}

ProcessRecord process_of_json(const Json& json) {
  ProcessRecord process;
  process.program = json.at("program").get<std::string>();
  for (const Json& word : list(json, "arguments")) process.arguments.push_back(word.get<std::string>());
  process.folder = json.at("folder").get<std::string>();
  process.host = json.at("host").get<std::string>();
  process.pid = count(json, "pid");
  process.started = count(json, "started");
  process.end = end_named(json.at("end").get<std::string>());
  for (const char* member : {"exit_status", "signal"}) {
    if (!json.contains(member)) continue;
    const std::uint64_t status = count(json, member);
    if (status > UINT8_MAX) throw std::runtime_error("the number " + std::to_string(status) + " is too big");
    process.status = static_cast<int>(status);
  }
  process.launches = count(json, "launches");
  process.errors = count(json, "errors");
  process.warnings = count(json, "warnings");
  for (const Json& kernel : list(json, "kernels")) {
    process.kernels.push_back(
        {kernel.at("name").get<std::string>(), count(kernel, "launches"), kernel.at("checked").get<bool>()});
  }
  return process;
}

}  // namespace fencepost::detector
