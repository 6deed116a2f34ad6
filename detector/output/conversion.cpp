#include "detector/output/conversion.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "detector/output/file.h"

/// Set by fencepost-nvcc (start_detector() in compiler/passes).
extern "C" const char fencepost_program[] __attribute__((weak));

namespace fencepost::detector {
namespace {

bool is_program(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// What the child shall read, as an open file at its begin; -1 if there is no room for it.
int input_of(const Conversion& conversion) {
  const int file = ::memfd_create("fencepost-report", MFD_CLOEXEC);
  if (file < 0) return -1;
  const nlohmann::json files = conversion.files;
  const std::string first = files.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (write_all(file, first) == 0 && write_all(file, conversion.json) == 0 && ::lseek(file, 0, SEEK_SET) == 0)
    return file;
  ::close(file);
  return -1;
}

/// The program may ignore or handle the end of its children: not of this one.
class OwnChild {
 public:
  OwnChild() {
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    sigemptyset(&plain.sa_mask);
    ::sigaction(SIGCHLD, &plain, &before_);
  }
  ~OwnChild() { ::sigaction(SIGCHLD, &before_, nullptr); }
  OwnChild(const OwnChild&) = delete;
  OwnChild& operator=(const OwnChild&) = delete;

 private:
  struct sigaction before_ {};
};

/// The process, or -1.
pid_t start(const std::string& program, const Conversion& conversion, int input) {
  std::vector<std::string> words = {program, "report", kOfProcess, "/dev/stdin"};
  words.insert(words.end(), conversion.arguments.begin(), conversion.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files) != 0) return -1;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, conversion.output, STDOUT_FILENO);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  if (posix_spawn(&child, program.c_str(), &files, &attributes, arguments.data(), environ) != 0) child = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return child;
}

}  // namespace

bool needs_conversion(Format format) { return format != Format::kText && format != Format::kJson; }

std::string find_fencepost() {
  if (fencepost_program != nullptr && is_program(fencepost_program)) return fencepost_program;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (std::string found = std::string(rest.substr(0, end)) + "/fencepost"; is_program(found)) return found;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::optional<bool> convert(const std::string& fencepost, const Conversion& conversion) {
  const int input = input_of(conversion);
  if (input < 0) return std::nullopt;
  const OwnChild own;
  const pid_t child = start(fencepost, conversion, input);
  ::close(input);
  if (child < 0) return std::nullopt;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  constexpr int kTold = 2;
  if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != kTold)) return std::nullopt;
  return WEXITSTATUS(status) == 0;
}

}  // namespace fencepost::detector
