#include "compiler/driver/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string_view>

extern char** environ;

namespace fencepost::compiler {
namespace {

std::atomic<int> interrupt_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "written by a signal handler");

// A slot per running command, so that the handler can end them without a lock.
std::array<std::atomic<pid_t>, 64> running{};

extern "C" void on_interrupt(int signal) {
  interrupt_signal = signal;
  for (const auto& pid : running) {
    if (const pid_t child = pid.load(); child > 0) kill(child, signal);
  }
}

std::atomic<pid_t>* claim_slot(pid_t child) {
  for (auto& slot : running) {
    pid_t free = 0;
    if (slot.compare_exchange_strong(free, child)) return &slot;
  }
  return nullptr;
}

/// From now on interrupts end the child, too.
std::atomic<pid_t>* claim(pid_t child) {
  std::atomic<pid_t>* slot = claim_slot(child);
  if (interrupt_signal != 0) kill(child, interrupt_signal);  // It came before the slot was filled.
  return slot;
}

/// How a child ended, as a shell says it.
int shell_status(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/// Waits for a child; how it ended.
int status_of(pid_t child) {
  std::atomic<pid_t>* slot = claim(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (slot != nullptr) *slot = 0;
  return shell_status(status);
}

/// A process that does `work` and ends with what it returns, 3 if it throws; -1 (with a message) if there can be none.
/// An interrupt ends the process if it has no commands of its own.
pid_t start_apart(const std::function<int()>& work, bool has_commands) {
  std::cerr.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) std::cerr << std::string("fencepost-nvcc: cannot start a process: ") + std::strerror(errno) + "\n";
  if (child != 0) return child;
  for (auto& slot : running) slot = 0;  // Its parent's.
  if (!has_commands) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  }
  int status = 3;
  try {
    status = work();
  } catch (const std::exception& error) {
    std::cerr << std::string("fencepost-nvcc: ") + error.what() + "\n";
  }
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

std::string shell_quoted(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_=+./,:@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

void CommandRunner::show(const std::vector<std::string>& command) const {
  if (!show_) return;
  std::string line;
  for (const std::string& word : command) line += (line.empty() ? "" : " ") + shell_quoted(word);
  std::cerr << line + "\n";
}

std::string find_command(const std::string& word) {
  if (word.find('/') != std::string::npos) return access(word.c_str(), X_OK) == 0 ? word : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + word;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

int CommandRunner::run(const std::vector<std::string>& command) const {
  show(command);
  if (dry_) return 0;
  if (const int status = interrupted_status(); status != 0) return status;
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ); error != 0) {
    std::cerr << "fencepost-nvcc: cannot run " + command[0] + ": " + std::strerror(error) +
                     "; install it or choose another with -ccbin or FENCEPOST_CXX\n";
    return 127;
  }
  return status_of(child);
}

int CommandRunner::run_apart(const std::function<int()>& work) {
  if (const int status = interrupted_status(); status != 0) return status;
  const pid_t child = start_apart(work, /*has_commands=*/false);
  return child < 0 ? 127 : status_of(child);
}

int CommandRunner::run_all_apart(std::size_t count, std::size_t at_once, const std::function<int(std::size_t)>& work) {
  std::vector<int> statuses(count);
  if (std::min(count, at_once) <= 1) {
    for (std::size_t i = 0; i < count; ++i) statuses[i] = work(i);
  } else {
    struct Child {
      std::size_t number;
      std::atomic<pid_t>* slot;
    };
    std::map<pid_t, Child> children;
    const auto wait_for_one = [&] {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, 0);
      const auto child = children.find(ended);
      if (child == children.end()) return;  // Interrupted: they are told to end.
      if (child->second.slot != nullptr) *child->second.slot = 0;
      statuses[child->second.number] = shell_status(status);
      if (WIFSIGNALED(status) && interrupt_signal == 0) {
        std::cerr << "fencepost-nvcc: a process of the compiler was ended by signal " +
                         std::to_string(WTERMSIG(status)) + "; if there was no memory left, --threads 1 needs less\n";
      }
      children.erase(child);
    };
    for (std::size_t i = 0; i < count && interrupt_signal == 0; ++i) {
      while (children.size() >= at_once) wait_for_one();
      const pid_t child = start_apart([&] { return work(i); }, /*has_commands=*/true);
      statuses[i] = 127;
      if (child > 0) children.emplace(child, Child{.number = i, .slot = claim(child)});
    }
    while (!children.empty()) wait_for_one();
  }
  const auto failed = std::ranges::find_if(statuses, [](int status) { return status != 0; });
  return failed == statuses.end() ? 0 : *failed;
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  std::signal(SIGCHLD, SIG_DFL);  // Who ignores it, and so has us do it, gets no child's status.
}

int interrupted_status() { return interrupt_signal == 0 ? 0 : 128 + interrupt_signal; }

}  // namespace fencepost::compiler
