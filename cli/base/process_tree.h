// Running a command with all that it starts.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/child_process.h"

namespace fencepost::cli {

/// A command in the foreground, and the processes below it, whoever has started them. While it lives, SIGINT, SIGTERM,
/// SIGHUP and SIGQUIT do not end this process but are told by wait(). Processes whose parents end become children of
/// this one. Thread safety: none; one at a time.
class ProcessTree {
 public:
  ProcessTree();
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  /// Starts `words`, the first looked up as a shell does, with `environment` added to the caller's (an empty value
  /// takes the variable away). Returns why it could not be started, else nothing.
  std::string start(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment);

  /// Waits until something has ended, a signal has come, or `patience` is over. Returns that signal, else 0. One that
  /// was sent to this process alone is passed on to all below it; those from a terminal have reached them.
  int wait(std::chrono::milliseconds patience);

  /// Its number.
  [[nodiscard]] pid_t command() const { return command_; }
  /// How the command ended; nullopt while it runs.
  [[nodiscard]] const std::optional<ChildEnd>& end() const { return end_; }
  /// How those ended that this process has inherited, by number.
  [[nodiscard]] const std::map<pid_t, ChildEnd>& orphans() const { return orphans_; }

  /// Sends a signal to every process below this one.
  static void signal_all(int signal);

 private:
  void reap();

  pid_t command_ = -1;
  std::optional<ChildEnd> end_;
  std::map<pid_t, ChildEnd> orphans_;
  sigset_t awaited_{}, before_{};
};

}  // namespace fencepost::cli
