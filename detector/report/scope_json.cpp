#include <nlohmann/json.hpp>
#include <stdexcept>

#include "detector/model/scope_record.h"

namespace fencepost::detector {
namespace {

using nlohmann::json;

json site_json(const ScopeSite& site) {
  json names = json::array();
  for (const ScopeName& n : site.names)
    names.push_back({n.name, n.element_bytes, n.is_integer, n.is_signed, n.columns});
  return {{"kind", site.kind}, {"file", site.file}, {"line", site.line}, {"names", std::move(names)}};
}

json block_json(const ScopeBlock& block) {
  json out = {{"kernel", block.kernel},       {"launch", block.launch}, {"grid", block.grid},
              {"block_dim", block.block_dim}, {"block", block.block},   {"intervals", json::array()}};
  for (const auto& interval : block.intervals) {
    json touches = json::array();
    for (const ScopeTouch& t : interval) touches.push_back({t.thread, t.bytes, t.address, t.writes, t.atomic});
    out["intervals"].push_back(std::move(touches));
  }
  json& visits = out["visits"] = json::array();
  for (const ScopeVisit& v : block.visits) visits.push_back({v.site, v.thread, v.interval, v.values});
  json& objects = out["objects"] = json::array();
  for (const ScopeObject& o : block.objects)
    objects.push_back({o.name, o.is_shared, o.begin, o.bytes, o.element_bytes, o.columns});
  json& snapshots = out["snapshots"] = json::array();
  for (const ScopeSnapshot& s : block.snapshots) {
    snapshots.push_back({s.interval, s.object, s.element_bytes, s.values});
  }
  return out;
}

ScopeSite read_site(const json& in) {
  ScopeSite site{.kind = in.at("kind"), .file = in.at("file"), .line = in.at("line")};
  for (const json& n : in.at("names")) site.names.push_back({n.at(0), n.at(1), n.at(2), n.at(3), n.at(4)});
  return site;
}

ScopeBlock read_block(const json& in) {
  ScopeBlock block{.kernel = in.at("kernel"),
                   .launch = in.at("launch"),
                   .grid = in.at("grid"),
                   .block_dim = in.at("block_dim"),
                   .block = in.at("block")};
  for (const json& interval : in.at("intervals")) {
    auto& touches = block.intervals.emplace_back();
    for (const json& t : interval) touches.push_back({t.at(0), t.at(1), t.at(2), t.at(3), t.at(4)});
  }
  for (const json& v : in.at("visits")) block.visits.push_back({v.at(0), v.at(1), v.at(2), v.at(3)});
  for (const json& o : in.at("objects"))
    block.objects.push_back({o.at(0), o.at(1), o.at(2), o.at(3), o.at(4), o.at(5)});
  for (const json& s : in.at("snapshots")) block.snapshots.push_back({s.at(0), s.at(1), s.at(2), s.at(3)});
  return block;
}

}  // namespace

std::string scopes_json(const ScopeRecord& record) {
  json out = {{"sites", json::array()}, {"blocks", json::array()}};
  for (const ScopeSite& site : record.sites) out["sites"].push_back(site_json(site));
  for (const ScopeBlock& block : record.blocks) out["blocks"].push_back(block_json(block));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

ScopeRecord read_scopes(const std::string& text) {
  try {
    const json in = json::parse(text);
    ScopeRecord record;
    for (const json& site : in.at("sites")) record.sites.push_back(read_site(site));
    for (const json& block : in.at("blocks")) record.blocks.push_back(read_block(block));
    return record;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("not a record of scopes: ") + error.what());
  }
}

}  // namespace fencepost::detector
