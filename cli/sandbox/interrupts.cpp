#include "cli/sandbox/interrupts.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace fencepost::cli {

Interrupts::Interrupts() {
  sigemptyset(&awaited_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&awaited_, signal);
  sigprocmask(SIG_BLOCK, &awaited_, &before_);
  file_ = ::signalfd(-1, &awaited_, SFD_CLOEXEC | SFD_NONBLOCK);
}

Interrupts::~Interrupts() {
  ::close(file_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int Interrupts::take() const {
  signalfd_siginfo info{};
  return ::read(file_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

}  // namespace fencepost::cli
