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

/// Waits for a child; how it ended, as a shell says it.
int status_of(pid_t child) {
  std::atomic<pid_t>* slot = claim_slot(child);
  if (interrupt_signal != 0) kill(child, interrupt_signal);  // It came before the slot was filled.
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (slot != nullptr) *slot = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
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
    const std::string file = (folder.empty() ? "." : folder) + "/" + word;
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
  std::cerr.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    std::cerr << std::string("fencepost-nvcc: cannot start a process: ") + std::strerror(errno) + "\n";
    return 127;
  }
  if (child > 0) return status_of(child);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  int status = 3;
  try {
    status = work();
  } catch (const std::exception& error) {
    std::cerr << std::string("fencepost-nvcc: ") + error.what() + "\n";
  }
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(status);
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

int interrupted_status() { return interrupt_signal == 0 ? 0 : 128 + interrupt_signal; }

}  // namespace fencepost::compiler
