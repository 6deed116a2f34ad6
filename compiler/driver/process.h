// Running other programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace fencepost::compiler {

/// How the commands of one fencepost-nvcc run are shown and run. Thread safety: run() may be called concurrently.
class CommandRunner {
 public:
  CommandRunner(bool show, bool dry) : show_(show || dry), dry_(dry) {}

  /// Runs `command` (found on PATH) with our standard streams and waits for it. Returns its exit status, 128 + N if
  /// signal N ended it, 127 (with a message) if it cannot be started. In a dry run only shows it and returns 0.
  [[nodiscard]] int run(const std::vector<std::string>& command) const;

  /// Runs `work` in a process of its own, which a crash or an interrupt ends instead of this one. Returns what `work`
  /// does (0 … 127), 128 + N if signal N ended it; with a message, 3 if it throws, 127 if there can be no process.
  [[nodiscard]] static int run_apart(const std::function<int()>& work);

  /// Shows a line if commands are shown.
  void show(const std::vector<std::string>& command) const;

  [[nodiscard]] bool dry() const { return dry_; }

 private:
  bool show_, dry_;
};

/// The word as a shell reads it.
std::string shell_quoted(const std::string& word);

/// The path of the program that the word names, as run() looks for it; empty if there is none.
std::string find_command(const std::string& word);

/// From now on SIGINT, SIGTERM and SIGHUP end the running commands instead of this process, which is to clean up and
/// return interrupted_status().
void catch_interrupts();

/// 0, or the exit status (128 + signal) after an interrupt.
int interrupted_status();

}  // namespace fencepost::compiler
