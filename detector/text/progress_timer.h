// A line of progress for work that tells nothing by itself.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "detector/text/progress_line.h"

namespace fencepost::detector {

/// Asks for the line's text a few times a second, on a thread of its own. Make one only if ProgressLine::is_shown().
class ProgressTimer {
 public:
  /// `text` must not wait for other threads; empty: no line.
  explicit ProgressTimer(std::function<std::string()> text);
  /// Takes the line away.
  ~ProgressTimer();
  ProgressTimer(const ProgressTimer&) = delete;
  ProgressTimer& operator=(const ProgressTimer&) = delete;

  /// Takes the line away, until there is a text again. Any thread.
  void clear();
  /// Takes the line away for ever. Never waits; also in a signal handler. Any thread.
  void stop();

 private:
  void run();

  std::function<std::string()> text_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  ProgressLine line_;
  std::thread thread_;
};

/// "compiling app.cu, 12 s" from the third second on: `what` and the time since `start`; empty before.
std::string elapsed_text(const std::string& what, std::chrono::steady_clock::time_point start);

}  // namespace fencepost::detector
