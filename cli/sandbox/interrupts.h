// Ctrl-C and its kin, for what waits for several things at once.
#pragma once

#include <csignal>

namespace fencepost::cli {

/// SIGINT, SIGTERM and SIGHUP, to be read from a file while it lives. Threads and processes that are made then do not
/// get them either; a process after fork() makes its own. Thread safety: none.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Is readable when one has come.
  [[nodiscard]] int file() const { return file_; }
  /// The one that has come; 0: none.
  [[nodiscard]] int take() const;

 private:
  sigset_t awaited_{}, before_{};
  int file_ = -1;
};

}  // namespace fencepost::cli
