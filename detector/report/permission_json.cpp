#include <nlohmann/json.hpp>
#include <stdexcept>

#include "detector/model/names.h"
#include "detector/model/permission_pattern.h"

namespace fencepost::detector {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;  // Members appear as written here: the names first.

Json place_json(const Location& location) { return {{"file", location.file}, {"line", location.line}}; }

Json cell_json(const PermissionCell& cell) {
  Json out = {{"element", cell.element}, {"write", cell.write}, {"read", cell.read}};
  if (!cell.atomic.empty()) out["atomic"] = cell.atomic;
  if (cell.conflict) out["conflict"] = true;
  return out;
}

Json to_json(const PermissionPattern& pattern) {
  Json out = {{"array", pattern.array},
              {"space", name_of(pattern.space)},
              {"kernel", pattern.kernel},
              {"launch", pattern.launch},
              {"grid", pattern.grid},
              {"block_dim", pattern.block_dim},
              {"block", pattern.block},
              {"elements", pattern.elements},
              {"element_bytes", pattern.element_bytes},
              {"dimensions", pattern.dimensions},
              {"declared", pattern.declared.line != 0 ? place_json(pattern.declared) : Json()},
              {"intervals", Json::array()}};
  for (const PermissionInterval& interval : pattern.intervals) {
    Json cells = Json::array();
    for (const PermissionCell& cell : interval.cells) cells.push_back(cell_json(cell));
    out["intervals"].push_back({{"index", interval.index},
                                {"after", interval.after ? place_json(*interval.after) : Json()},
                                {"cells", std::move(cells)}});
  }
  return out;
}

Json to_json(const BarrierPurpose& purpose) {
  Json out = place_json(purpose.barrier);
  out["kernel"] = purpose.kernel;
  out["crossings"] = purpose.crossings;
  out["separates"] = Json::array();
  for (const SeparatedPair& pair : purpose.separates) {
    Json a = place_json(pair.a);
    Json b = place_json(pair.b);
    a["kind"] = name_of(pair.kind_a);
    b["kind"] = name_of(pair.kind_b);
    out["separates"].push_back({{"array", pair.array}, {"accesses", {a, b}}, {"elements", pair.count}});
  }
  return out;
}

Location read_place(const json& in) {
  return in.is_null() ? Location{} : Location{.file = in.at("file"), .line = in.at("line")};
}

AccessKind read_kind(const json& in) {
  for (const AccessKind kind : {AccessKind::kRead, AccessKind::kWrite, AccessKind::kAtomic, AccessKind::kVolatileRead,
                                AccessKind::kVolatileWrite}) {
    if (in.get<std::string>() == name_of(kind)) return kind;
  }
  throw std::runtime_error("not a kind of access: " + in.get<std::string>());
}

PermissionPattern read_pattern(const json& in) {
  PermissionPattern pattern{.array = in.at("array"),
                            .space = in.at("space") == "shared" ? Space::kShared : Space::kGlobal,
                            .kernel = in.at("kernel"),
                            .launch = in.at("launch"),
                            .grid = in.at("grid"),
                            .block_dim = in.at("block_dim"),
                            .block = in.at("block"),
                            .elements = in.at("elements"),
                            .element_bytes = in.at("element_bytes"),
                            .dimensions = in.at("dimensions"),
                            .declared = read_place(in.at("declared"))};
  for (const json& from : in.at("intervals")) {
    PermissionInterval interval{.index = from.at("index")};
    if (!from.at("after").is_null()) interval.after = read_place(from.at("after"));
    for (const json& cell : from.at("cells")) {
      interval.cells.push_back({.element = cell.at("element"),
                                .write = cell.at("write"),
                                .read = cell.at("read"),
                                .atomic = cell.value("atomic", std::vector<std::uint32_t>()),
                                .conflict = cell.value("conflict", false)});
    }
    pattern.intervals.push_back(std::move(interval));
  }
  return pattern;
}

BarrierPurpose read_purpose(const json& in) {
  BarrierPurpose purpose{.barrier = read_place(in), .kernel = in.at("kernel"), .crossings = in.at("crossings")};
  for (const json& pair : in.at("separates")) {
    const json& accesses = pair.at("accesses");
    purpose.separates.push_back({.array = pair.at("array"),
                                 .kind_a = read_kind(accesses.at(0).at("kind")),
                                 .kind_b = read_kind(accesses.at(1).at("kind")),
                                 .a = read_place(accesses.at(0)),
                                 .b = read_place(accesses.at(1)),
                                 .count = pair.at("elements")});
  }
  return purpose;
}

/// Names of files and kernels need not be UTF-8.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string pattern_json(const PermissionPattern& pattern) { return dump(to_json(pattern)); }

std::string permissions_json(const PermissionRecord& record) {
  Json out = {{"arrays", Json::array()}, {"barriers", Json::array()}};
  for (const PermissionPattern& pattern : record.patterns) out["arrays"].push_back(to_json(pattern));
  for (const BarrierPurpose& purpose : record.barriers) out["barriers"].push_back(to_json(purpose));
  out["barriers_known"] = record.barriers_known;
  out["incomplete"] = record.incomplete;
  return dump(out);
}

PermissionRecord read_permissions(const std::string& text) {
  try {
    const json in = json::parse(text);
    PermissionRecord record{.barriers_known = in.at("barriers_known"), .incomplete = in.at("incomplete")};
    for (const json& pattern : in.at("arrays")) record.patterns.push_back(read_pattern(pattern));
    for (const json& purpose : in.at("barriers")) record.barriers.push_back(read_purpose(purpose));
    return record;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("not a record of permissions: ") + error.what());
  }
}

}  // namespace fencepost::detector
