#include "cli/base/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace fencepost::cli {
namespace {

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// Zero while no child runs. pid_t is written in one piece.
volatile std::sig_atomic_t running_child = 0;
/// That came while a child ran.
volatile std::sig_atomic_t asked_by = 0;

void forward(int signal, siginfo_t* info, void* /*context*/) {
  // The terminal signals its whole foreground group (si_code SI_KERNEL); a second copy could cut a report short.
  const bool from_process = info->si_code <= 0;
  const int saved = errno;
  asked_by = signal;
  if (running_child > 0 && from_process) ::kill(running_child, signal);
  errno = saved;
}

/// Handlers for the time a child runs.
class Forwarding {
 public:
  Forwarding() {
    asked_by = 0;
    struct sigaction action {};
    action.sa_sigaction = forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (std::size_t i = 0; i < kForwarded.size(); ++i) {
      ::sigaction(kForwarded[i], nullptr, &before_[i]);
      // What the caller ignores (nohup) stays ignored, here and in the child.
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(kForwarded[i], &action, nullptr);
    }
  }
  ~Forwarding() {
    running_child = 0;
    restore();
  }
  /// The handlers as they were: also in the child, before it may be interrupted.
  void restore() const {
    for (std::size_t i = 0; i < kForwarded.size(); ++i) ::sigaction(kForwarded[i], &before_[i], nullptr);
  }
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;

 private:
  std::array<struct sigaction, kForwarded.size()> before_{};
};

void redirect(ChildOutput output) {
  if (output == ChildOutput::kOnError) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (output != ChildOutput::kNowhere) return;
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                   ChildOutput output) {
  ChildEnd end;
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    end.error = std::strerror(errno);
    return end;
  }
  const Forwarding forwarding;
  // A signal that comes before the child's number is known waits until then.
  sigset_t forwarded, before;
  sigemptyset(&forwarded);
  for (const int signal : kForwarded) sigaddset(&forwarded, signal);
  sigprocmask(SIG_BLOCK, &forwarded, &before);
  const pid_t own = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    end_with_parent(own);
    forwarding.restore();
    sigprocmask(SIG_SETMASK, &before, nullptr);
    redirect(output);
    exec_words(words, environment, ProgramName::kPath, pipe[1]);
  }
  const int fork_error = errno;
  running_child = child;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  ::close(pipe[1]);
  int exec_error = 0;
  ssize_t got = 0;
  while ((got = ::read(pipe[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
  }
  ::close(pipe[0]);
  if (child < 0) {
    end.error = std::strerror(fork_error);
    return end;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (got == sizeof exec_error) end.error = std::strerror(exec_error);
  end.asked = asked_by;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  return end;
}

void end_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
}

void exec_words(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                ProgramName name, int pipe) {
  for (const auto& [variable, value] : environment) {
    value.empty() ? ::unsetenv(variable.c_str()) : ::setenv(variable.c_str(), value.c_str(), 1);
  }
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  name == ProgramName::kPath ? ::execv(arguments[0], arguments.data()) : ::execvp(arguments[0], arguments.data());
  tell_and_exit(errno, pipe);
}

void tell_and_exit(int error, int pipe) {
  [[maybe_unused]] const ssize_t told = ::write(pipe, &error, sizeof error);
  ::_exit(127);
}

}  // namespace fencepost::cli
