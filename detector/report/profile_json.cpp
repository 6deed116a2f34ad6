#include "detector/report/profile_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const ProfileCounts& counts) {
  Json json = Json::object();
  const auto& [lanes, shared, global] = counts;
  if (lanes.steps != 0) {
    json["lanes"] = {{"steps", lanes.steps}, {"active", lanes.active}, {"efficiency", lanes.efficiency()}};
    if (lanes.width != LaneActivity().width) json["lanes"]["width"] = lanes.width;
  }
  if (shared.accesses != 0) {
    json["shared"] = {{"accesses", shared.accesses},
                      {"passes", shared.passes},
                      {"least_passes", shared.least},
                      {"conflict_degree", shared.conflict_degree()}};
  }
  if (global.requests != 0) {
    json["global"] = {{"requests", global.requests},
                      {"sectors", global.sectors},
                      {"least_sectors", global.least},
                      {"sectors_per_request", global.sectors_per_request()},
                      {"efficiency", global.efficiency()}};
  }
  return json;
}

std::uint64_t number(const Json& json, const char* member) {
  if (!json.at(member).is_number_unsigned()) throw std::runtime_error("a number from 0 is expected");
  return json.at(member).get<std::uint64_t>();
}

ProfileCounts counts_of_json(const Json& json) {
  ProfileCounts counts;
  if (json.contains("lanes")) {
    const Json& lanes = json["lanes"];
    counts.lanes = {.steps = number(lanes, "steps"), .active = number(lanes, "active")};
    if (lanes.contains("width")) counts.lanes.width = number(lanes, "width");
  }
  if (json.contains("shared")) {
    const Json& shared = json["shared"];
    counts.shared = {.accesses = number(shared, "accesses"),
                     .passes = number(shared, "passes"),
                     .least = number(shared, "least_passes")};
  }
  if (json.contains("global")) {
    const Json& global = json["global"];
    counts.global = {.requests = number(global, "requests"),
                     .sectors = number(global, "sectors"),
                     .least = number(global, "least_sectors")};
  }
  return counts;
}

}  // namespace

Json profile_json(const Profile& profile) {
  Json kernels = Json::array();
  for (const KernelProfile& kernel : profile.kernels) {
    Json json = {{"kernel", kernel.kernel}, {"launches", kernel.launches}};
    json.update(counts_json(kernel.total));
    json["cut"] = kernel.cut;
    Json lines = Json::array();
    for (const LineProfile& line : kernel.lines) {
      Json entry = Json::object();
      if (line.location.line != 0) entry = {{"file", line.location.file}, {"line", line.location.line}};
      entry["function"] = line.location.function;
      entry.update(counts_json(line.counts));
      lines.push_back(std::move(entry));
    }
    json["lines"] = std::move(lines);
    kernels.push_back(std::move(json));
  }
  return kernels;
}

Profile profile_of_json(const Json& json) {
  Profile profile;
  for (const Json& each : json) {
    KernelProfile kernel{.kernel = each.at("kernel").get<std::string>(),
                         .launches = number(each, "launches"),
                         .cut = number(each, "cut")};
    kernel.total = counts_of_json(each);
    profile.has_blocks = profile.has_blocks || kernel.total.lanes.steps != 0;
    for (const Json& line : each.at("lines")) {
      Location location{line.value("file", ""), line.contains("line") ? line["line"].get<std::uint32_t>() : 0,
                        line.at("function").get<std::string>()};
      kernel.lines.push_back({std::move(location), counts_of_json(line)});
    }
    profile.kernels.push_back(std::move(kernel));
  }
  return profile;
}

}  // namespace fencepost::detector
