#include "sim/os/own_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>

#include "sim/os/image.h"

/// Where `fencepost` is: the objects of fencepost-nvcc have it (compiler/passes/passes.h, start_detector()).
extern "C" const char fencepost_program[] __attribute__((weak));

namespace fencepost::sim {
namespace {

namespace fs = std::filesystem;

bool is_program(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// Those that are alive, and what the program wanted before the first.
std::mutex own_children_mutex;
unsigned own_children = 0;
struct sigaction of_program {};

}  // namespace

std::string find_own_program(const std::string& name) {
  if (fencepost_program != nullptr) {
    std::string beside = (fs::path(fencepost_program).parent_path() / name).string();
    if (is_program(beside)) return beside;
  }
  if (own_image().is_library) {  // PREFIX/lib/fencepost/shared-toolkit/lib64
    std::string beside =
        (fs::path(own_image().path).parent_path() / "../../../../bin" / name).lexically_normal().string();
    if (is_program(beside)) return beside;
  }
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (std::string found = std::string(rest.substr(0, end)) + "/" + name; is_program(found)) return found;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

OwnChild::OwnChild() {
  const std::scoped_lock lock(own_children_mutex);
  if (own_children++ != 0) return;
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  sigemptyset(&plain.sa_mask);
  ::sigaction(SIGCHLD, &plain, &of_program);
}

OwnChild::~OwnChild() {
  const std::scoped_lock lock(own_children_mutex);
  if (--own_children == 0) ::sigaction(SIGCHLD, &of_program, nullptr);
}

bool OwnChild::start(const std::vector<std::string>& words, const posix_spawn_file_actions_t& files,
                     char* const* environment) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  if (posix_spawnattr_init(&attributes) != 0) return false;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (posix_spawn(&child_, words.front().c_str(), &files, &attributes, arguments.data(), environment) != 0) child_ = -1;
  posix_spawnattr_destroy(&attributes);
  return child_ >= 0;
}

int OwnChild::wait() const {
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace fencepost::sim
