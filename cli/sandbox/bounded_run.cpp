#include "cli/sandbox/bounded_run.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "cli/sandbox/process_use.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kLook = 50;  // Milliseconds between two.

/// One end of a pipe, closed in the end.
class Pipe {
 public:
  Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    close_writer();
    close_reader();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_writer() { close(ends_[1]); }
  void close_reader() { close(ends_[0]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }

  std::array<int, 2> ends_ = {-1, -1};
  bool is_open_ = false;
};

/// What exec() takes; made before fork(), as afterwards no memory may be allocated.
struct Words {
  explicit Words(const BoundedCommand& command) {
    for (const auto& [name, value] : command.environment) variables.push_back(name + "=" + value);
    for (const std::string& word : command.words) arguments.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& variable : variables) environment.push_back(const_cast<char*>(variable.c_str()));
    arguments.push_back(nullptr);
    environment.push_back(nullptr);
  }
  std::vector<std::string> variables;
  std::vector<char*> arguments, environment;
};

void limit(__rlimit_resource resource, std::uint64_t most) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return;
  now.rlim_max = std::min<rlim_t>(now.rlim_max, most);
  now.rlim_cur = std::min(now.rlim_cur, now.rlim_max);
  ::setrlimit(resource, &now);
}

/// In the child: nothing here allocates.
[[noreturn]] void start(const BoundedCommand& command, const Bounds& bounds, const Words& words, int output, int errors,
                        int failure, pid_t parent) {
  ::setpgid(0, 0);
  end_with_parent(parent);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool is_ready = nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                        ::dup2(errors, STDERR_FILENO) >= 0 && ::chdir(command.working_directory.c_str()) == 0;
  if (!is_ready) tell_and_exit(errno, failure);
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, bounds.disk);
  // If memory gets short all the same, nobody else has to go.
  if (const int score = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); score >= 0) {
    [[maybe_unused]] const ssize_t written = ::write(score, "1000", 4);
    ::close(score);
  }
  ::execve(words.arguments.front(), words.arguments.data(), words.environment.data());
  tell_and_exit(errno, failure);
}

/// Takes what there is; false at the end.
bool take(int file, std::size_t most, std::string& text, std::uint64_t& left_out) {
  std::array<char, 65536> bytes{};
  const ssize_t got = ::read(file, bytes.data(), bytes.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  const std::size_t kept = std::min(static_cast<std::size_t>(got), most - std::min(most, text.size()));
  text.append(bytes.data(), kept);
  left_out += static_cast<std::size_t>(got) - kept;
  return got > 0;
}

Stopped bound_passed(const BoundedCommand& command, const Bounds& bounds, Clock::time_point begin, int looks) {
  if (std::chrono::duration<double>(Clock::now() - begin).count() > bounds.seconds) return Stopped::kTime;
  const ProcessUse use = use_below_this();
  if (use.tasks > bounds.tasks) return Stopped::kTasks;
  // Of a program and those it has forked off, each counts all: what they share is looked at only then.
  if (use.memory > bounds.memory && memory_by_parts(use.processes) > bounds.memory) return Stopped::kMemory;
  constexpr int kOfDisk = 10;  // It takes longer, and fills up more slowly.
  if (looks % kOfDisk == 0 && bytes_below(command.folder, bounds.disk) >= bounds.disk) return Stopped::kDisk;
  return Stopped::kNot;
}

}  // namespace

BoundedEnd run_bounded(const BoundedCommand& command, const Bounds& bounds, const std::function<bool()>& goes_on) {
  BoundedEnd result;
  Pipe output, errors, failure;
  if (!output.is_open() || !errors.is_open() || !failure.is_open()) {
    result.end.error = std::strerror(errno);
    return result;
  }
  const Words words(command);
  const Clock::time_point begin = Clock::now();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) start(command, bounds, words, output.writer(), errors.writer(), failure.writer(), parent);
  const int fork_error = errno;
  for (Pipe* pipe : {&output, &errors, &failure}) pipe->close_writer();
  if (child < 0) {
    result.end.error = std::strerror(fork_error);
    return result;
  }
  int exec_error = 0;
  ssize_t got = 0;
  while ((got = ::read(failure.reader(), &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
  }
  if (got == sizeof exec_error) result.end.error = std::strerror(exec_error);

  std::array<pollfd, 2> files = {pollfd{output.reader(), POLLIN, 0}, pollfd{errors.reader(), POLLIN, 0}};
  const auto take_all = [&](int patience) {
    if (::poll(files.data(), files.size(), patience) <= 0) return false;
    if (files[0].revents != 0 && !take(files[0].fd, bounds.output, result.output, result.output_left_out))
      files[0].fd = -1;
    if (files[1].revents != 0 && !take(files[1].fd, bounds.output, result.errors, result.errors_left_out))
      files[1].fd = -1;
    return true;
  };
  int status = 0;
  bool has_ended = false;
  Clock::time_point next_look = begin;
  for (int looks = 1; !has_ended && result.stopped == Stopped::kNot;) {
    const bool is_silent = files[0].fd < 0 && files[1].fd < 0;
    constexpr int kShort = 5;  // A short run is not made longer by waiting for its end.
    take_all(is_silent ? kShort : kLook);
    has_ended = ::waitpid(child, &status, WNOHANG) == child;
    if (has_ended || Clock::now() < next_look) continue;
    next_look = Clock::now() + std::chrono::milliseconds(kLook);
    result.stopped = goes_on() ? bound_passed(command, bounds, begin, looks++) : Stopped::kCancelled;
  }
  if (!has_ended) {
    // In a sandbox all others end with it.
    ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  end_all_below_this();
  while ((files[0].fd >= 0 || files[1].fd >= 0) && take_all(0)) {
  }
  if (WIFSIGNALED(status)) result.end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.end.status = WEXITSTATUS(status);
  return result;
}

void watch_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::uint64_t bytes_below(const std::string& folder, std::uint64_t most) {
  constexpr std::uint64_t kBlock = 512;   // Of st_blocks, whatever the file system has.
  constexpr std::uint64_t kEntry = 4096;  // Empty files take something, too.
  constexpr int kDeepest = 200;           // Beyond, looking takes too long.
  std::uint64_t bytes = 0;
  std::error_code error;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, kOptions, error), end; !error && entry != end && bytes < most;
       entry.increment(error)) {
    if (entry.depth() > kDeepest) return most;
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) != 0) continue;
    bytes += kEntry + static_cast<std::uint64_t>(status.st_blocks) * kBlock;
  }
  return std::min(bytes, most);
}

void remove_tree(const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) return;
  // They go deeper than there are file descriptors.
  run_child({"/bin/chmod", "-R", "u+rwX", "--", folder}, {}, ChildOutput::kNowhere);
  run_child({"/bin/rm", "-rf", "--", folder}, {}, ChildOutput::kNowhere);
}

}  // namespace fencepost::cli
