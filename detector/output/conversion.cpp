#include "detector/output/conversion.h"

#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "detector/output/file.h"
#include "sim/os/own_program.h"

namespace fencepost::detector {
namespace {

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

}  // namespace

bool needs_conversion(Format format) { return format != Format::kText && format != Format::kJson; }

std::optional<bool> convert(const std::string& fencepost, const Conversion& conversion) {
  const int input = input_of(conversion);
  if (input < 0) return std::nullopt;
  std::vector<std::string> words = {fencepost, "report", kOfProcess, "/dev/stdin"};
  words.insert(words.end(), conversion.arguments.begin(), conversion.arguments.end());
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, conversion.output, STDOUT_FILENO);
  sim::OwnChild child;
  const bool started = child.start(words, files, environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(input);
  if (!started) return std::nullopt;
  constexpr int kTold = 2;
  const int status = child.wait();
  if (status != 0 && status != kTold) return std::nullopt;
  return status == 0;
}

}  // namespace fencepost::detector
