// The programs of Fencepost, which a checked program runs: `fencepost` for reports, `fencepost-nvcc` for NVRTC.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace fencepost::sim {

/// The path of `name`: beside the one with which this program was compiled, else on PATH; empty: nowhere.
std::string find_own_program(const std::string& name);

/// The checked program may ignore or handle the end of its children: while one of these lives, it does not. Thread
/// safety: several may live at a time, each used by one thread.
class OwnChild {
 public:
  OwnChild();
  ~OwnChild();
  OwnChild(const OwnChild&) = delete;
  OwnChild& operator=(const OwnChild&) = delete;

  /// Starts `words`, the first of which is a path, with these files and all signals as they are by default.
  /// `environment` ends with a null. False if that fails.
  bool start(const std::vector<std::string>& words, const posix_spawn_file_actions_t& files, char* const* environment);
  /// Waits for its end. Its exit status; -1: it did not exit by itself.
  [[nodiscard]] int wait() const;

 private:
  pid_t child_ = -1;
};

}  // namespace fencepost::sim
