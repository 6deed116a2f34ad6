// Keeps signal handlers of the program from interrupting the runtime and the kernels that it runs.
#pragma once

#include <csignal>

namespace fencepost::sim {

/// While one lives, no signal handler of the program runs on the calling OS thread: what comes meanwhile waits, and
/// runs when the last one goes. A handler may then leave by siglongjmp, call the runtime, or touch what kernels touch,
/// as it may on any line of host code. Faults of the thread's own (SIGSEGV, …) and the runtime's stop signal are let
/// through, even if the program blocks them. May be nested; a launch that lasts is late_signals.h's to see to. Thread
/// safety: full; each OS thread holds for itself.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  /// For an OS thread that runs blocks and nothing else: handlers never run there. No effect while one lives.
  static void for_good();
  /// What the calling OS thread blocked before; while one lives.
  static const sigset_t& blocked_before();

  /// On an OS thread of the runtime's that runs a launch for another one: as if it had blocked what that one did.
  class OfAnother {
   public:
    explicit OfAnother(const sigset_t& blocked);
    ~OfAnother();
    OfAnother(const OfAnother&) = delete;
    OfAnother& operator=(const OfAnother&) = delete;

   private:
    sigset_t own_;
  };
};

/// Sent to OS threads that run blocks, to make them stop.
int stop_signal();

}  // namespace fencepost::sim
