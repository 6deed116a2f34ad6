// Calls of tools, one after the other, beside the thread that reads requests.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "cli/mcp/outbox.h"
#include "cli/tools/tool.h"
#include "cli/tools/workshop.h"

namespace fencepost::cli {

/// A tools/call that is well-formed.
struct QueuedCall {
  nlohmann::json id;
  ReplyTo reply;
  const Tool* tool = nullptr;
  nlohmann::json arguments;
  nlohmann::json progress_token;  ///< null: nobody wants to hear of progress.
  /// What goes to the client, made of a tool's result: depends on the revision that is spoken.
  std::function<nlohmann::ordered_json(const ToolResult& result, bool is_error)> as_result;
};

/// Runs calls in a thread of its own, which alone uses the workshop. Thread safety: all of it for one caller.
class CallQueue {
 public:
  /// Begins with Workshop::prepare().
  CallQueue(Workshop& workshop, Outbox& outbox);
  /// Ends the call that runs; those that wait are dropped.
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  enum class Added : std::uint8_t { kYes, kFull, kIdInUse };
  /// kFull: 16 wait already.
  Added add(QueuedCall call);

  /// Ends the call, or takes it out; it gets no response. Nothing if there is none of this id.
  void cancel(const nlohmann::json& id);

 private:
  void work();
  void run(const QueuedCall& call, const std::atomic<bool>& is_cancelled);

  Workshop& workshop_;
  Outbox& outbox_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<QueuedCall> waiting_;
  std::map<std::string, std::shared_ptr<std::atomic<bool>>> cancelled_;  ///< Of calls that wait or run, by id.
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace fencepost::cli
