#include "cli/base/process_tree.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/base/child_process.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

ChildEnd end_of(int status) {
  ChildEnd end;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  return end;
}

/// The parent of each process of this machine.
std::map<pid_t, pid_t> parents() {
  std::map<pid_t, pid_t> parents;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    pid_t pid = 0;
    const auto [stop, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem != std::errc() || stop != name.data() + name.size()) continue;
    std::ifstream in(entry->path() / "stat", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const std::size_t name_end = text.rfind(')');  // "PID (NAME) STATE PARENT …"
    if (name_end == std::string::npos) continue;
    std::istringstream fields(text.substr(name_end + 1));
    std::string state;
    pid_t parent = 0;
    if (fields >> state >> parent) parents[pid] = parent;
  }
  return parents;
}

bool is_below(pid_t pid, pid_t root, const std::map<pid_t, pid_t>& parents) {
  for (std::size_t steps = 0; steps <= parents.size(); ++steps) {
    const auto known = parents.find(pid);
    if (known == parents.end()) return false;
    if (known->second == root) return true;
    pid = known->second;
  }
  return false;
}

}  // namespace

ProcessTree::ProcessTree() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigemptyset(&awaited_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD}) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    // What the caller ignores (nohup) stays ignored.
    if (action.sa_handler != SIG_IGN || signal == SIGCHLD) sigaddset(&awaited_, signal);
  }
  sigprocmask(SIG_BLOCK, &awaited_, &before_);
}

ProcessTree::~ProcessTree() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

std::string ProcessTree::start(const std::vector<std::string>& words,
                               const std::map<std::string, std::string>& environment) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::strerror(errno);
  command_ = ::fork();
  if (command_ == 0) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    exec_words(words, environment, ProgramName::kCommand, pipe[1]);
  }
  const int fork_error = errno;
  ::close(pipe[1]);
  int exec_error = 0;
  ssize_t got = 0;
  while ((got = ::read(pipe[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
  }
  ::close(pipe[0]);
  if (command_ < 0) return std::strerror(fork_error);
  if (got != sizeof exec_error) return {};
  ::waitpid(command_, nullptr, 0);
  command_ = -1;
  return std::strerror(exec_error);
}

int ProcessTree::wait(std::chrono::milliseconds patience) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  const std::int64_t nanoseconds = std::chrono::nanoseconds(patience).count();
  const timespec limit{nanoseconds / kNanoseconds, nanoseconds % kNanoseconds};
  siginfo_t info{};
  const int signal = ::sigtimedwait(&awaited_, &info, &limit);
  reap();
  if (signal < 0 || signal == SIGCHLD) return 0;
  const bool is_from_process = info.si_code <= 0;
  if (is_from_process) signal_all(signal);
  return signal;
}

void ProcessTree::reap() {
  int status = 0;
  for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid == command_) {
      end_ = end_of(status);
    } else {
      orphans_[pid] = end_of(status);
    }
  }
}

void ProcessTree::signal_all(int signal) {
  const std::map<pid_t, pid_t> all = parents();
  const pid_t self = ::getpid();
  for (const auto& [pid, parent] : all) {
    if (is_below(pid, self, all)) ::kill(pid, signal);
  }
}

}  // namespace fencepost::cli
