// JSON-RPC 2.0 messages, as the Model Context Protocol uses them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace fencepost::cli {

/// Codes of errors: those of JSON-RPC 2.0, and of the protocol's revision 2026-07-28.
enum class ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kUnsupportedVersion = -32022,
};

/// What a request is answered with if it is at fault.
struct ProtocolError : std::runtime_error {
  ProtocolError(ErrorCode error_code, const std::string& message, nlohmann::json more = {})
      : std::runtime_error(message), code(error_code), data(std::move(more)) {}
  ErrorCode code;
  nlohmann::json data;  ///< null: nothing.
};

/// A request, or a notification.
struct Message {
  nlohmann::json id;  ///< A string or a number; null: a notification, which is not answered.
  std::string method;
  nlohmann::json params = nlohmann::json::object();  ///< An object.
};

/// The value that a line is, within the limits of parse_limited(). Throws ProtocolError (kParseError).
nlohmann::json parse_line(const std::string& line);

/// Reads a message. Throws ProtocolError (kInvalidRequest) if it is none. nullopt: a response, which nobody has asked
/// for.
std::optional<Message> read_message(const nlohmann::json& value);

/// The id to answer `value` with: its own if that is a string or a number, else null.
nlohmann::json id_of(const nlohmann::json& value);

nlohmann::ordered_json result_response(const nlohmann::json& id, nlohmann::ordered_json result);
nlohmann::ordered_json error_response(const nlohmann::json& id, const ProtocolError& error);
nlohmann::ordered_json notification(const std::string& method, nlohmann::ordered_json params);

}  // namespace fencepost::cli
