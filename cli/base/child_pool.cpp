#include "cli/base/child_pool.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/base/child_process.h"

namespace fencepost::cli {
namespace {

constexpr std::array kInterrupts = {SIGINT, SIGTERM, SIGHUP};

bool redirect(const std::string& messages, const std::string& input) {
  const int read = ::open(input.empty() ? "/dev/null" : input.c_str(), O_RDONLY | O_CLOEXEC);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int file = ::open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return read >= 0 && nothing >= 0 && file >= 0 && ::dup2(read, STDIN_FILENO) >= 0 &&
         ::dup2(nothing, STDOUT_FILENO) >= 0 && ::dup2(file, STDERR_FILENO) >= 0;
}

[[noreturn]] void start_child(const std::vector<std::string>& words,
                              const std::map<std::string, std::string>& environment, const std::string& messages,
                              const std::string& input, pid_t parent, int pipe) {
  ::setpgid(0, 0);
  // Of a parent that was killed nobody would ever ask for the result.
  end_with_parent(parent);
  if (!redirect(messages, input)) tell_and_exit(errno, pipe);
  exec_words(words, environment, ProgramName::kPath, pipe);
}

}  // namespace

ChildPool::ChildPool() {
  sigemptyset(&awaited_);
  sigaddset(&awaited_, SIGCHLD);
  for (const int signal : kInterrupts) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    // What the caller ignores (nohup) stays ignored.
    if (action.sa_handler != SIG_IGN) sigaddset(&awaited_, signal);
  }
  ::sigprocmask(SIG_BLOCK, &awaited_, &before_);
}

ChildPool::~ChildPool() {
  kill_all();
  // A signal that came since the last wait() was answered by the end of all children.
  const timespec now{};
  while (::sigtimedwait(&awaited_, nullptr, &now) > 0) {
  }
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::string ChildPool::start(std::size_t tag, const std::vector<std::string>& words,
                             const std::map<std::string, std::string>& environment, const std::string& messages,
                             double limit, const std::string& input) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::strerror(errno);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    start_child(words, environment, messages, input, parent, pipe[1]);
  }
  const int fork_error = errno;
  ::close(pipe[1]);
  int exec_error = 0;
  ssize_t got = 0;
  while (child > 0 && (got = ::read(pipe[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
  }
  ::close(pipe[0]);
  if (child < 0) return std::strerror(fork_error);
  if (got == sizeof exec_error) {
    ::waitpid(child, nullptr, 0);
    return std::strerror(exec_error);
  }
  Child entry{tag, Clock::time_point::max(), false};
  if (limit > 0) entry.deadline = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(limit * 1000));
  running_.emplace(child, entry);
  return {};
}

void ChildPool::note_interrupt() {
  interrupted_ = true;
  sigset_t interrupts;
  sigemptyset(&interrupts);
  // Taken out of awaited_ too: from now on they have their default effect.
  for (const int signal : kInterrupts) {
    if (sigismember(&awaited_, signal) != 1) continue;
    sigaddset(&interrupts, signal);
    sigdelset(&awaited_, signal);
  }
  // Not those that came with the first: who ends a whole process group often sends several.
  const timespec now{};
  while (::sigtimedwait(&interrupts, nullptr, &now) > 0) {
  }
  ::sigprocmask(SIG_UNBLOCK, &interrupts, nullptr);
}

void ChildPool::kill_overdue() {
  const Clock::time_point now = Clock::now();
  for (auto& [process, child] : running_) {
    if (child.was_overdue || now < child.deadline) continue;
    child.was_overdue = true;
    ::kill(-process, SIGKILL);
  }
}

std::vector<ChildPool::Ended> ChildPool::wait(std::chrono::milliseconds patience) {
  const Clock::time_point until = Clock::now() + patience;
  std::vector<Ended> ended;
  for (;;) {
    for (auto at = running_.begin(); at != running_.end();) {
      int status = 0;
      if (::waitpid(at->first, &status, WNOHANG) <= 0) {
        ++at;
        continue;
      }
      Ended one{at->second.tag, {}, at->second.was_overdue};
      if (WIFSIGNALED(status)) one.end.signal = WTERMSIG(status);
      if (WIFEXITED(status)) one.end.status = WEXITSTATUS(status);
      ended.push_back(one);
      at = running_.erase(at);
    }
    kill_overdue();
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(until - Clock::now());
    if (!ended.empty() || interrupted_ || left.count() <= 0) return ended;
    // Deadlines are looked at once a second at least.
    const std::int64_t nanoseconds = std::min<std::int64_t>(left.count(), 999'999'999);
    const timespec pause{0, nanoseconds};
    const int signal = ::sigtimedwait(&awaited_, nullptr, &pause);
    if (signal > 0 && signal != SIGCHLD) note_interrupt();
  }
}

void ChildPool::kill_all() {
  for (const auto& [process, child] : running_) ::kill(-process, SIGKILL);
  for (const auto& [process, child] : running_) {
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  running_.clear();
}

}  // namespace fencepost::cli
