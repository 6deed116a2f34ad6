#include "cli/mcp/call_queue.h"

#include <chrono>
#include <exception>

#include "cli/mcp/message.h"

namespace fencepost::cli {
namespace {

/// Tells, each second, that a call is under way.
class Progress {
 public:
  Progress(Outbox& outbox, const QueuedCall& call) : outbox_(outbox), call_(call) {}

  void tell() {
    if (call_.progress_token.is_null()) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_).count();
    if (seconds < next_) return;
    next_ = seconds + 1;
    outbox_.send(notification("notifications/progress",
                              {{"progressToken", call_.progress_token},
                               {"progress", seconds},
                               {"message", call_.tool->name + ", " + std::to_string(seconds) + " s"}}));
  }

 private:
  using Clock = std::chrono::steady_clock;

  Outbox& outbox_;
  const QueuedCall& call_;
  Clock::time_point begin_ = Clock::now();
  std::int64_t next_ = 0;
};

}  // namespace

CallQueue::CallQueue(Workshop& workshop, Outbox& outbox)
    : workshop_(workshop), outbox_(outbox), thread_([this] { work(); }) {}

CallQueue::~CallQueue() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

CallQueue::Added CallQueue::add(QueuedCall call) {
  constexpr std::size_t kMost = 16;
  const std::scoped_lock lock(mutex_);
  if (waiting_.size() >= kMost) return Added::kFull;
  if (!cancelled_.emplace(call.id.dump(), std::make_shared<std::atomic<bool>>(false)).second) return Added::kIdInUse;
  waiting_.push_back(std::move(call));
  changed_.notify_all();
  return Added::kYes;
}

void CallQueue::cancel(const nlohmann::json& id) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = cancelled_.find(id.dump()); found != cancelled_.end()) *found->second = true;
}

void CallQueue::work() {
  workshop_.prepare([this] { return !ends_; });
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (ends_) return;
    const QueuedCall call = std::move(waiting_.front());
    waiting_.pop_front();
    const std::string key = call.id.dump();
    const std::shared_ptr<std::atomic<bool>> is_cancelled = cancelled_.at(key);
    lock.unlock();
    *is_cancelled ? call.reply.drop() : run(call, *is_cancelled);
    lock.lock();
    cancelled_.erase(key);
  }
}

void CallQueue::run(const QueuedCall& call, const std::atomic<bool>& is_cancelled) {
  Progress progress(outbox_, call);
  const auto goes_on = [&] {
    progress.tell();
    return !is_cancelled && !ends_;
  };
  nlohmann::ordered_json result;
  try {
    Call work(workshop_, call.arguments, goes_on);
    result = call.as_result(call.tool->run(work), false);
  } catch (const std::exception& error) {
    result = call.as_result({error.what(), nullptr}, true);
  }
  if (is_cancelled || ends_) return call.reply.drop();
  call.reply.send(result_response(call.id, std::move(result)));
}

}  // namespace fencepost::cli
