#include "cli/sweep/folder.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/base/content_hash.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr char kDescription[] = "sweep.json";

Json description(const SweepIdentity& identity) {
  Json json;
  json["fencepost"] = FENCEPOST_VERSION;
  json["program"] = identity.program;
  json["contents"] = identity.contents;
  json["grid"] = identity.grid;
  json["options"] = identity.options;
  return json;
}

/// What of the sweeps that are there, in comparison with the nearest of them.
std::string difference(const fs::path& results, const Json& own) {
  std::string nearest;
  std::size_t least = own.size() + 1;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(results, error)) {
    std::ifstream in(entry.path() / kDescription);
    const Json other = Json::parse(in, nullptr, false);
    if (!other.is_object()) continue;
    std::string what;
    std::size_t differences = 0;
    for (const auto& [name, value] : own.items()) {
      if (other.contains(name) && other[name] == value) continue;
      ++differences;
      if (name == "program") continue;  // Told by its contents.
      what += (what.empty() ? "" : ", ") + (name == "contents" ? "program" : name);
    }
    // Of several that are as near, the same one each time.
    if (differences > least || (differences == least && nearest <= what)) continue;
    least = differences;
    nearest = what;
  }
  return nearest;
}

}  // namespace

SweepFolder open_sweep_folder(const std::string& results, const SweepIdentity& identity) {
  const Json own = description(identity);
  ContentHash hash;
  // Not the name: a program may be called by several.
  for (const char* name : {"fencepost", "contents", "grid", "options"}) hash.add(own[name].get<std::string>());
  constexpr std::size_t kEnoughDigits = 12;
  const fs::path folder = fs::path(results) / hash.hex().substr(0, kEnoughDigits);
  SweepFolder found{folder.string(), {}};
  if (fs::exists(folder / kDescription)) return found;
  found.why_anew = difference(results, own);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error("cannot create " + folder.string() + ": " + error.message() + "; give another --results");
  }
  // Whole or not at all; processes that do this at the same time write the same.
  const std::string file = (folder / kDescription).string();
  const std::string temporary = file + "." + std::to_string(::getpid());
  compiler::write_file(temporary, own.dump(1) + "\n");
  fs::rename(temporary, file, error);
  if (error) throw std::runtime_error("cannot write " + file + ": " + error.message());
  return found;
}

}  // namespace fencepost::cli
