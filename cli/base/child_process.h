// Running another program in the foreground.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::cli {

/// How a child ended: by exit(status), by a signal, or not started at all.
struct ChildEnd {
  int status = 0;     ///< Of exit().
  int signal = 0;     ///< That ended it, 0 if none.
  int asked = 0;      ///< The signal, of those that were left to it, that asked this process to end; 0 if none.
  std::string error;  ///< Why it could not be started; empty if it ran.
};

/// Where a child's standard output goes.
enum class ChildOutput : std::uint8_t {
  kShared,   ///< To ours.
  kOnError,  ///< To our standard error: ours is for the result.
  kNowhere,  ///< Neither its output nor its messages are wanted.
};

/// Runs `words` (the first is the path of the program) with `environment` added to the caller's, shares standard input
/// and, unless `output` says otherwise, output and error, and waits. While it runs, SIGINT, SIGTERM, SIGHUP and SIGQUIT
/// are left to the child: those sent to this process alone are passed on, those from the terminal reach the child by
/// themselves. Not thread-safe: one child at a time.
ChildEnd run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment = {},
                   ChildOutput output = ChildOutput::kShared);

/// Of a child after fork() by `parent`: it is killed when that ends, and at once if that has ended.
void end_with_parent(pid_t parent);

enum class ProgramName : std::uint8_t {
  kPath,     ///< words[0] is the program's path.
  kCommand,  ///< Without a slash it is looked for in PATH.
};

/// Replaces the calling process, a child after fork(), by `words` with `environment` added to its own; an empty value
/// removes a variable. exec() gives caught signals back their default action. On failure tells errno through `pipe`, an
/// int, and ends with status 127.
[[noreturn]] void exec_words(const std::vector<std::string>& words,
                             const std::map<std::string, std::string>& environment, ProgramName name, int pipe);

/// What exec_words() does on failure.
[[noreturn]] void tell_and_exit(int error, int pipe);

}  // namespace fencepost::cli
