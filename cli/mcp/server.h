// The Model Context Protocol, its server's side: https://modelcontextprotocol.io/specification.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/mcp/call_queue.h"
#include "cli/mcp/message.h"
#include "cli/mcp/outbox.h"
#include "cli/tools/tool.h"

namespace fencepost::cli {

/// Answers requests of one client, of any of the revisions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 (agreed on by
/// `initialize`) and 2026-07-28 (named by each request, no handshake). Thread safety: none; calls of tools run beside.
class Server {
 public:
  Server(Workshop& workshop, Outbox& outbox);

  /// A line of the client's: a message or, in revision 2025-03-26, a batch of them.
  void take(const std::string& line);

  /// A line that is longer than is read.
  void refuse_line(std::size_t most);

 private:
  void take_batch(const nlohmann::json& values);
  void take_one(const nlohmann::json& value, const ReplyTo& reply);
  /// The result, or nullopt if it comes later.
  std::optional<nlohmann::ordered_json> answer(const Message& request, const ReplyTo& reply);
  void note(const Message& notification);
  nlohmann::ordered_json initialize(const nlohmann::json& params);
  [[nodiscard]] nlohmann::ordered_json discover() const;
  [[nodiscard]] nlohmann::ordered_json list_tools(const nlohmann::json& params, const std::string& version) const;
  void call_tool(const Message& request, const std::string& version, const ReplyTo& reply);

  Outbox& outbox_;
  std::vector<Tool> tools_;
  std::string version_;  ///< That initialize agreed on; empty before.
  CallQueue calls_;
};

}  // namespace fencepost::cli
