#include "cli/mcp/message.h"

#include "cli/tools/limited_json.h"

namespace fencepost::cli {
namespace {

using nlohmann::json;

bool is_id(const json& value) { return value.is_string() || value.is_number(); }

}  // namespace

json parse_line(const std::string& line) {
  try {
    return parse_limited(line);
  } catch (const std::runtime_error& error) {
    throw ProtocolError(ErrorCode::kParseError, error.what());
  }
}

std::optional<Message> read_message(const json& value) {
  const auto refuse = [](const char* why) { throw ProtocolError(ErrorCode::kInvalidRequest, why); };
  if (!value.is_object()) refuse("a request is a JSON object");
  if (value.value("jsonrpc", json()) != "2.0") refuse("a request has \"jsonrpc\": \"2.0\"");
  if (!value.contains("method") && (value.contains("result") || value.contains("error"))) return std::nullopt;
  Message message;
  const auto method = value.find("method");
  if (method == value.end() || !method->is_string()) refuse("a request has a method, a string");
  message.method = *method;
  if (const auto id = value.find("id"); id != value.end()) {
    if (!is_id(*id)) refuse("an id is a string or a number");
    message.id = *id;
  }
  if (const auto params = value.find("params"); params != value.end()) {
    if (!params->is_object()) refuse("params are an object");
    message.params = *params;
  }
  return message;
}

json id_of(const json& value) {
  if (!value.is_object()) return nullptr;
  const auto id = value.find("id");
  return id != value.end() && is_id(*id) ? *id : json();
}

nlohmann::ordered_json result_response(const json& id, nlohmann::ordered_json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

nlohmann::ordered_json error_response(const json& id, const ProtocolError& error) {
  nlohmann::ordered_json told = {{"code", static_cast<int>(error.code)}, {"message", error.what()}};
  if (!error.data.is_null()) told["data"] = error.data;
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(told)}};
}

nlohmann::ordered_json notification(const std::string& method, nlohmann::ordered_json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace fencepost::cli
