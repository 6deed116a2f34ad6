#include "cli/sandbox/process_use.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace fencepost::cli {
namespace {

struct Process {
  pid_t parent = 0;
  char state = 0;
  std::uint64_t threads = 0, pages = 0;
};

/// Of "/proc/PID/stat", "PID (NAME) STATE PARENT …": the name may hold anything.
bool read_stat(pid_t pid, Process& process) {
  const std::string path = "/proc/" + std::to_string(pid) + "/stat";
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 1024> text{};
  const ssize_t got = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  const char* const name_end = got > 0 ? std::strrchr(text.data(), ')') : nullptr;
  if (name_end == nullptr) return false;
  long parent = 0, threads = 0, pages = 0;
  // Fields 3, 4, 20 and 24 of proc(5).
  const int read = std::sscanf(
      name_end + 1, " %c %ld %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld %*s %*s %*s %ld",
      &process.state, &parent, &threads, &pages);
  if (read != 4) return false;
  process.parent = static_cast<pid_t>(parent);
  process.threads = static_cast<std::uint64_t>(threads);
  process.pages = static_cast<std::uint64_t>(pages);
  return true;
}

std::map<pid_t, Process> all_processes() {
  std::map<pid_t, Process> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (folder == nullptr) return processes;
  while (const dirent* const entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    pid_t pid = 0;
    const auto [stop, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem != std::errc() || stop != name.data() + name.size()) continue;
    Process process;
    if (read_stat(pid, process)) processes.emplace(pid, process);
  }
  return processes;
}

}  // namespace

ProcessUse use_below_this() {
  const std::map<pid_t, Process> processes = all_processes();
  std::multimap<pid_t, pid_t> children;
  for (const auto& [pid, process] : processes) children.emplace(process.parent, pid);
  ProcessUse use;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::vector<pid_t> todo = {::getpid()};
  std::set<pid_t> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    const pid_t parent = todo.back();
    todo.pop_back();
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      const pid_t pid = child->second;
      if (!seen.insert(pid).second) continue;
      todo.push_back(pid);
      const Process& process = processes.at(pid);
      if (process.state == 'Z' || process.state == 'X') continue;
      use.processes.push_back(pid);
      use.tasks += process.threads;
      use.memory += process.pages * page;
    }
  }
  return use;
}

std::uint64_t memory_by_parts(const std::vector<pid_t>& processes) {
  constexpr std::uint64_t kUnit = 1024;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const auto part_of = [&](pid_t pid) -> std::uint64_t {
    std::ifstream file("/proc/" + std::to_string(pid) + "/smaps_rollup");
    for (std::string word; file >> word;) {
      std::uint64_t size = 0;
      if (word == "Pss:" && file >> size) return size * kUnit;
    }
    Process process;
    return read_stat(pid, process) ? process.pages * page : 0;
  };
  std::uint64_t sum = 0;
  for (const pid_t pid : processes) sum += part_of(pid);
  return sum;
}

void end_all_below_this() {
  // A process that is ended cannot start others: in the end there are none, but of those that hang in the kernel.
  constexpr int kTries = 500;
  for (int i = 0; i < kTries; ++i) {
    const ProcessUse use = use_below_this();
    for (const pid_t pid : use.processes) ::kill(pid, SIGKILL);
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0 && errno == ECHILD) return;
    if (use.processes.empty() && ended == 0) continue;
    const timespec pause{0, 2'000'000};
    ::nanosleep(&pause, nullptr);
  }
}

}  // namespace fencepost::cli
