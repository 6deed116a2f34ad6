// Running other programs side by side.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cli/base/child_process.h"

namespace fencepost::cli {

/// Children that run at the same time, each in a process group of its own, with empty standard input and without
/// standard output. While it lives, SIGINT, SIGTERM and SIGHUP do not end this process but are told by wait(); they do
/// not reach the children, which the destructor ends, and which also end when this process is killed. Thread safety:
/// none; one at a time, used by the thread that made it.
class ChildPool {
 public:
  ChildPool();
  ~ChildPool();
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  struct Ended {
    std::size_t tag = 0;  ///< As given to start().
    ChildEnd end;
    bool was_overdue = false;  ///< It was killed because its limit had passed.
  };

  /// Starts `words` (the first is the path of the program) with `environment` added to the caller's; what it writes to
  /// standard error goes to the file `messages`. It is killed after `limit` seconds; 0: never. `tag` is that of no
  /// running child. `input` is the file that it has as standard input; empty: nothing. Returns why it could not be
  /// started, else nothing.
  std::string start(std::size_t tag, const std::vector<std::string>& words,
                    const std::map<std::string, std::string>& environment, const std::string& messages, double limit,
                    const std::string& input = {});

  /// Waits until a child has ended, a signal has come, or `patience` is over. Every child that has ended is told once.
  std::vector<Ended> wait(std::chrono::milliseconds patience);

  [[nodiscard]] std::size_t running() const { return running_.size(); }
  /// One of the signals above has come. From then on a second one ends this process.
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Kills all children that run; they are not told.
  void kill_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct Child {
    std::size_t tag = 0;
    Clock::time_point deadline;
    bool was_overdue = false;
  };

  void note_interrupt();
  void kill_overdue();

  std::map<pid_t, Child> running_;
  sigset_t awaited_{}, before_{};
  bool interrupted_ = false;
};

}  // namespace fencepost::cli
