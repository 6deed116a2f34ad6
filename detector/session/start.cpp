// Start and end of a checked program. Linked into user programs only.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "detector/session/session.h"

namespace fencepost::detector {
namespace {

Session* session = nullptr;

void start() {
  if (session != nullptr) return;
  session = new Session;
  on_exit([](int status, void* /*unused*/) { session->at_exit(status); }, nullptr);
}

}  // namespace
}  // namespace fencepost::detector

extern "C" {

/// Referred to by fencepost-nvcc's link line, so that this file is in every program.
void fencepost_start() { fencepost::detector::start(); }

/// Called by the constructor of every instrumented translation unit, before the user's own.
void __tsan_init() { fencepost::detector::start(); }

__attribute__((constructor(101))) static void start_early() { fencepost::detector::start(); }

/// In place of the C library's: a process that ends this way runs no handler, but may have been checked until here.
void _exit(int status) {
  if (fencepost::detector::session != nullptr) fencepost::detector::session->tell_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
void _Exit(int status) noexcept { _exit(status); }
}
