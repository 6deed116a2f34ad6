// Start and end of a checked program. Linked into user programs only.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "detector/session/session.h"
#include "sim/interface/user_pc.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

Session* session = nullptr;

/// The library does nothing in a process whose program has a runtime of its own: no other program's thread-local
/// variables are aligned as the runtime's (sim/interface/builtin_variables.cpp).
bool has_own_runtime() { return sim::own_image().program_tls_alignment == sim::own_image().tls_alignment; }

void start() {
  if (session != nullptr) return;
  if (sim::own_image().is_library) {
    if (has_own_runtime()) return;
    sim::calls_come_from_scripts = true;
  }
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
/// Python ends what `multiprocessing` forks by it, in the middle of nothing: that has its report.
void _exit(int status) {
  if (fencepost::detector::session != nullptr) {
    if (fencepost::sim::calls_come_from_scripts) fencepost::detector::session->at_exit_of_script(status);
    fencepost::detector::session->tell_exit(status);
  }
  for (;;) syscall(SYS_exit_group, status);
}
void _Exit(int status) noexcept { _exit(status); }
}
