// Start and end of a checked program. Linked into user programs only.
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "detector/session/session.h"
#include "sim/interface/user_pc.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

Session* session = nullptr;

/// Of programs that have this runtime: what no other program's thread-local variables are aligned to.
constexpr std::size_t kOwnAlignment = std::size_t{1} << 18;

/// The library does nothing in a process whose program has a runtime of its own.
bool has_own_runtime() {
  std::size_t alignment = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* result) {
        for (int i = 0; i < program->dlpi_phnum; ++i) {
          if (program->dlpi_phdr[i].p_type == PT_TLS) {
            *static_cast<std::size_t*>(result) = program->dlpi_phdr[i].p_align;
          }
        }
        return 1;  // The program is the first.
      },
      &alignment);
  return alignment == kOwnAlignment;
}

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
void _exit(int status) {
  if (fencepost::detector::session != nullptr) fencepost::detector::session->tell_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
void _Exit(int status) noexcept { _exit(status); }
}
