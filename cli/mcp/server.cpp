#include "cli/mcp/server.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/tools/schema.h"
#include "detector/text/nearest_word.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Dates: as text they are in order.
constexpr const char* kFirst = "2024-11-05";
constexpr const char* kWithBatches = "2025-03-26";
constexpr const char* kWithAnnotations = "2025-03-26";
constexpr const char* kWithStructure = "2025-06-18";
constexpr const char* kWithMistakesToTheModel = "2025-11-25";
constexpr const char* kLastWithHandshake = "2025-11-25";
constexpr const char* kWithoutHandshake = "2026-07-28";
constexpr std::array<std::string_view, 4> kHandshakes = {kFirst, kWithBatches, kWithStructure, kLastWithHandshake};
constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";

constexpr const char* kInstructions =
    "Fencepost runs CUDA C++ programs on a CPU and finds the races, divergent barriers and memory bugs of their "
    "kernels; "
    "no GPU is needed. Begin with check (a program) or kernel (a kernel alone). Answers are short: explain tells a "
    "finding in full by its id, propose tries what ends races, apply_proposal gives the changed source. A clean run "
    "says "
    "nothing of other inputs: sweep, coverage and prove go further.";

ordered_json server_info() { return {{"name", "fencepost"}, {"title", "Fencepost"}, {"version", FENCEPOST_VERSION}}; }

ordered_json capabilities() { return {{"tools", ordered_json::object()}}; }

/// The revision that the request itself names; empty if it names none. Throws ProtocolError if that is not spoken here.
std::string own_version(const json& params) {
  const auto meta = params.find("_meta");
  if (meta == params.end() || !meta->is_object()) return {};
  const auto version = meta->find(kVersionKey);
  if (version == meta->end()) return {};
  if (*version == kWithoutHandshake) return kWithoutHandshake;
  json supported = {kWithoutHandshake};
  for (const std::string_view each : kHandshakes) supported.push_back(each);
  const std::string requested = version->is_string() ? detector::cut(version->get<std::string>(), 40) : "";
  throw ProtocolError(ErrorCode::kUnsupportedVersion, "this revision of the protocol is not spoken here",
                      {{"supported", supported}, {"requested", requested}});
}

/// What revision 2026-07-28 wants of results, and of those that may be kept.
ordered_json completed(ordered_json result, bool may_be_kept) {
  result["resultType"] = "complete";
  if (!may_be_kept) return result;
  constexpr int kHour = 3'600'000;
  result["ttlMs"] = kHour;
  result["cacheScope"] = "public";
  return result;
}

ordered_json tool_result(const std::string& version, const ToolResult& result, bool is_error) {
  ordered_json told = {{"content", {{{"type", "text"}, {"text", result.text}}}}, {"isError", is_error}};
  if (version >= kWithStructure && !result.structured.is_null()) told["structuredContent"] = result.structured;
  return version >= kWithoutHandshake ? completed(told, false) : told;
}

/// A member of the parameters that must be of a type.
template <class IsOf>
const json& needed(const json& params, const char* name, const char* what, IsOf is_of) {
  const auto member = params.find(name);
  if (member != params.end() && is_of(*member)) return *member;
  throw ProtocolError(ErrorCode::kInvalidParams, std::string(name) + ": " + what + " is expected");
}

bool is_string(const json& value) { return value.is_string(); }

}  // namespace

Server::Server(Workshop& workshop, Outbox& outbox) : outbox_(outbox), calls_(workshop, outbox) {
  for (const auto& some : {running_tools(), finding_tools(), kernel_tools()}) {
    tools_.insert(tools_.end(), some.begin(), some.end());
  }
}

void Server::take(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  try {
    const json value = parse_line(line);
    value.is_array() ? take_batch(value) : take_one(value, ReplyTo(outbox_));
  } catch (const ProtocolError& error) {
    outbox_.send(error_response(nullptr, error));
  }
}

void Server::refuse_line(std::size_t most) {
  const std::string size = std::to_string(most >> 20U) + " MiB";
  outbox_.send(error_response(nullptr, {ErrorCode::kParseError, "a line that is longer than " + size}));
}

void Server::take_batch(const json& values) {
  constexpr std::size_t kMost = 32;
  const auto refuse = [](const char* why) { throw ProtocolError(ErrorCode::kInvalidRequest, why); };
  if (version_ != kWithBatches) refuse("there are batches in revision 2025-03-26 only");
  if (values.empty() || values.size() > kMost) refuse("a batch has 1 to 32 messages");
  const auto batch = std::make_shared<ReplyTo::Batch>(outbox_, values.size());
  for (const json& value : values) take_one(value, ReplyTo(batch));
}

void Server::take_one(const json& value, const ReplyTo& reply) {
  try {
    const std::optional<Message> message = read_message(value);
    if (!message || message->id.is_null()) {
      if (message) note(*message);
      return reply.drop();
    }
    if (std::optional<ordered_json> result = answer(*message, reply)) {
      reply.send(result_response(message->id, std::move(*result)));
    }
  } catch (const ProtocolError& error) {
    reply.send(error_response(id_of(value), error));
  } catch (const std::exception& error) {
    reply.send(error_response(id_of(value), {ErrorCode::kInternalError, error.what()}));
  }
}

std::optional<ordered_json> Server::answer(const Message& request, const ReplyTo& reply) {
  const std::string& method = request.method;
  if (method == "initialize") return initialize(request.params);
  std::string version = own_version(request.params);
  const bool has_own = !version.empty();
  if (method == "ping") return has_own ? completed({}, false) : ordered_json::object();
  if (method == "server/discover") return discover();
  if (!has_own) version = version_;
  const bool is_known = method == "tools/list" || method == "tools/call";
  if (!is_known) {
    throw ProtocolError(ErrorCode::kMethodNotFound, "there is no method " + detector::cut(method, 60));
  }
  if (version.empty()) throw ProtocolError(ErrorCode::kInvalidRequest, "initialize comes first");
  if (method == "tools/list") return list_tools(request.params, version);
  call_tool(request, version, reply);
  return std::nullopt;
}

void Server::note(const Message& notification) {
  // initialized needs no answer, and what is not known is to be ignored.
  if (notification.method != "notifications/cancelled") return;
  const auto id = notification.params.find("requestId");
  if (id != notification.params.end()) calls_.cancel(*id);
}

ordered_json Server::initialize(const json& params) {
  const std::string wanted = needed(params, "protocolVersion", "a string", is_string);
  const bool is_spoken = std::ranges::find(kHandshakes, wanted) != kHandshakes.end();
  version_ = is_spoken ? wanted : kLastWithHandshake;
  return {{"protocolVersion", version_},
          {"capabilities", capabilities()},
          {"serverInfo", server_info()},
          {"instructions", kInstructions}};
}

ordered_json Server::discover() const {
  ordered_json versions = {kWithoutHandshake};
  for (const std::string_view each : kHandshakes) versions.push_back(each);
  return completed({{"supportedVersions", versions},
                    {"capabilities", capabilities()},
                    {"instructions", kInstructions},
                    {"_meta", {{"io.modelcontextprotocol/serverInfo", server_info()}}}},
                   true);
}

ordered_json Server::list_tools(const json& params, const std::string& version) const {
  if (params.contains("cursor")) {
    throw ProtocolError(ErrorCode::kInvalidParams, "cursor: there is one page");
  }
  ordered_json list = ordered_json::array();
  for (const Tool& tool : tools_) {
    ordered_json one = {{"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.input}};
    if (version >= kWithAnnotations) {
      one["annotations"] = {{"title", tool.title},
                            {"readOnlyHint", true},
                            {"destructiveHint", false},
                            {"idempotentHint", true},
                            {"openWorldHint", false}};
    }
    if (version >= kWithStructure) {
      one["title"] = tool.title;
      if (!tool.output.is_null()) one["outputSchema"] = tool.output;
    }
    list.push_back(one);
  }
  ordered_json result = {{"tools", list}};
  return version >= kWithoutHandshake ? completed(result, true) : result;
}

void Server::call_tool(const Message& request, const std::string& version, const ReplyTo& reply) {
  const std::string name = needed(request.params, "name", "a string", is_string);
  const auto tool = std::ranges::find(tools_, name, &Tool::name);
  if (tool == tools_.end()) {
    std::vector<std::string> names;
    for (const Tool& each : tools_) names.push_back(each.name);
    throw ProtocolError(ErrorCode::kInvalidParams,
                        "there is no tool " + detector::cut(name, 60) + detector::did_you_mean(name, names));
  }
  json arguments = request.params.value("arguments", json::object());
  if (arguments.is_null()) arguments = json::object();
  const auto as_result = [version](const ToolResult& result, bool is_error) {
    return tool_result(version, result, is_error);
  };
  if (const std::string mistake = schema_mistake(arguments, tool->input); !mistake.empty()) {
    if (version < kWithMistakesToTheModel) throw ProtocolError(ErrorCode::kInvalidParams, mistake);
    return reply.send(result_response(request.id, as_result({mistake, nullptr}, true)));
  }
  json token;
  if (const auto meta = request.params.find("_meta"); meta != request.params.end() && meta->is_object()) {
    const auto found = meta->find("progressToken");
    if (found != meta->end() && (found->is_string() || found->is_number())) token = *found;
  }
  switch (calls_.add({request.id, reply, &*tool, arguments, token, as_result})) {
    case CallQueue::Added::kYes:
      return;
    case CallQueue::Added::kFull:
      return reply.send(
          result_response(request.id, as_result({"16 calls wait already; try again later", nullptr}, true)));
    case CallQueue::Added::kIdInUse:
      throw ProtocolError(ErrorCode::kInvalidRequest, "a call of this id is under way");
  }
}

}  // namespace fencepost::cli
