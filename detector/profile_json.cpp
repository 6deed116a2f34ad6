#include "detector/profile_json.h"

#include <nlohmann/json.hpp>

namespace fencepost::detector {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const ProfileCounts& counts) {
  Json json = Json::object();
  const auto& [lanes, shared, global] = counts;
  if (lanes.steps != 0) {
    json["lanes"] = {{"steps", lanes.steps}, {"active", lanes.active}, {"efficiency", lanes.efficiency()}};
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

}  // namespace fencepost::detector
