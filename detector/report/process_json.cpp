#include "detector/report/process_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "detector/model/names.h"
#include "detector/text/checked_json.h"

namespace fencepost::detector {

using Json = nlohmann::ordered_json;

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
  for (const Json& word : checked_list(json.at("arguments"))) process.arguments.push_back(word.get<std::string>());
  process.folder = json.at("folder").get<std::string>();
  process.host = json.at("host").get<std::string>();
  process.pid = checked_count(json, "pid");
  process.started = checked_count(json, "started");
  process.end = named(json, "end", kAllEnds);
  for (const char* member : {"exit_status", "signal"}) {
    if (!json.contains(member)) continue;
    const std::uint64_t status = checked_count(json, member);
    if (status > UINT8_MAX) throw std::runtime_error("the number " + std::to_string(status) + " is too big");
    process.status = static_cast<int>(status);
  }
  process.launches = checked_count(json, "launches");
  process.errors = checked_count(json, "errors");
  process.warnings = checked_count(json, "warnings");
  for (const Json& kernel : checked_list(json.at("kernels"))) {
    process.kernels.push_back(
        {kernel.at("name").get<std::string>(), checked_count(kernel, "launches"), kernel.at("checked").get<bool>()});
  }
  return process;
}

}  // namespace fencepost::detector
