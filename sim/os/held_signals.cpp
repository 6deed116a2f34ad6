#include "sim/os/held_signals.h"

#include <pthread.h>

#include <initializer_list>
#include <utility>

namespace fencepost::sim {

namespace {

__thread unsigned depth = 0;
__thread sigset_t before;

const sigset_t& held() {
  static const sigset_t signals = [] {
    sigset_t all;
    sigfillset(&all);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, stop_signal()}) {
      sigdelset(&all, signal);
    }
    return all;
  }();
  return signals;
}

void hold() {
  if (depth++ == 0) pthread_sigmask(SIG_SETMASK, &held(), &before);
}

void let_go() {
  // A handler may run within the call, and never return from it.
  if (--depth == 0) pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

int stop_signal() { return SIGRTMIN + 6; }

SignalsHeld::SignalsHeld() { hold(); }
SignalsHeld::~SignalsHeld() { let_go(); }

void SignalsHeld::for_good() {
  if (depth == 0) hold();
}

const sigset_t& SignalsHeld::blocked_before() { return before; }

SignalsHeld::OfAnother::OfAnother(const sigset_t& blocked) {
  hold();
  own_ = std::exchange(before, blocked);
}

SignalsHeld::OfAnother::~OfAnother() {
  before = own_;
  let_go();
}

}  // namespace fencepost::sim
