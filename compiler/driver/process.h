// Running other programs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fencepost::compiler {

/// How the commands of one fencepost-nvcc run are shown and run. Not thread-safe: a process that forks must have one
/// thread, since of a lock that another one holds (the allocator's) the child never hears again.
class CommandRunner {
 public:
  CommandRunner(bool show, bool dry) : show_(show || dry), dry_(dry) {}

  /// Runs `command` (found on PATH) with our standard streams and waits for it. Returns its exit status, 128 + N if
  /// signal N ended it, 127 (with a message) if it cannot be started. In a dry run only shows it and returns 0.
  [[nodiscard]] int run(const std::vector<std::string>& command) const;

  /// Runs `work` in a process of its own, which a crash or an interrupt ends instead of this one. Returns what `work`
  /// does (0 … 127), 128 + N if signal N ended it; with a message, 3 if it throws, 127 if there can be no process.
  [[nodiscard]] static int run_apart(const std::function<int()>& work);

  /// run_apart() of work(0) … work(count - 1), at most `at_once` (>= 1) of them at a time; here if that is one. Each
  /// may run commands of its own, which an interrupt ends. What the first of them returned that did not return 0.
  [[nodiscard]] static int run_all_apart(std::size_t count, std::size_t at_once,
                                         const std::function<int(std::size_t)>& work);

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
/// return interrupted_status(), and how those end is told whatever this process has been started with.
void catch_interrupts();

/// 0, or the exit status (128 + signal) after an interrupt.
int interrupted_status();

}  // namespace fencepost::compiler
