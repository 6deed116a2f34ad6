#include "cli/serve/order.h"

#include <map>

#include "cli/tools/limited_json.h"
#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kLargestText = std::size_t{256} << 10;
constexpr std::size_t kLongestLine = 4096;

/// "" if there is none.
std::string member(const nlohmann::json& object, const char* name, std::size_t most, const char* size) {
  if (!object.contains(name)) return {};
  const nlohmann::json& value = object.at(name);
  if (!value.is_string()) throw OrderError(std::string(name) + " is text");
  auto text = value.get<std::string>();
  if (text.size() > most) throw OrderError(std::string(name) + " has at most " + size);
  if (text.find('\0') != std::string::npos) throw OrderError(std::string(name) + " has a zero in it");
  return text;
}

}  // namespace

RunOrder read_order(const std::string& text) {
  nlohmann::json object;
  try {
    object = parse_limited(text);
  } catch (const std::exception& error) {
    throw OrderError(error.what());
  }
  if (!object.is_object()) throw OrderError("a run is a JSON object");
  const std::map<std::string, RunKind> kinds = {{"", RunKind::kCheck},
                                                {"check", RunKind::kCheck},
                                                {"permissions", RunKind::kPermissions},
                                                {"replay", RunKind::kReplay}};
  const auto kind = kinds.find(member(object, "what", kLongestLine, "4096 bytes"));
  if (kind == kinds.end()) throw OrderError("what: check, permissions or replay");
  RunOrder order;
  order.kind = kind->second;
  order.source = member(object, "source", kLargestText, "256 KiB");
  if (order.source.find_first_not_of(" \t\r\n") == std::string::npos) throw OrderError("there is no source");
  order.array = member(object, "array", kLongestLine, "4096 bytes");
  const auto words = detector::split_words(member(object, "arguments", kLongestLine, "4096 bytes"));
  if (!words) throw OrderError("arguments: a quotation is not closed");
  order.arguments = *words;
  return order;
}

}  // namespace fencepost::cli
