#include "detector/text/progress_timer.h"

#include <pthread.h>

#include <csignal>
#include <cstdint>
#include <utility>

namespace fencepost::detector {
namespace {

constexpr std::chrono::milliseconds kBetweenTexts{250};

}  // namespace

ProgressTimer::ProgressTimer(std::function<std::string()> text) : text_(std::move(text)) {
  // Signals are for the threads that there were before.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ProgressTimer::~ProgressTimer() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void ProgressTimer::run() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kBetweenTexts, [this] { return stopped_; })) {
    const std::string text = text_();
    if (text.empty()) {
      line_.clear();
    } else {
      line_.show(text);
    }
  }
  line_.clear();
}

void ProgressTimer::clear() {
  const std::scoped_lock lock(mutex_);
  line_.clear();
}

void ProgressTimer::stop() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;  // It is being shown: a line that stays is better than a report that does not come.
  stopped_ = true;
  line_.clear();
}

std::string elapsed_text(const std::string& what, std::chrono::steady_clock::time_point start) {
  constexpr std::int64_t kPatience = 2;
  const auto time = std::chrono::steady_clock::now() - start;
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return seconds < kPatience ? std::string() : what + ", " + std::to_string(seconds) + " s";
}

}  // namespace fencepost::detector
