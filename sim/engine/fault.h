// Crashes, time-outs and interrupts while kernels run: the launch ends, the process and the report live on.
#pragma once

#include <optional>

#include "sim/engine/block_runner.h"

namespace fencepost::sim {

/// Set by the watchdog or by SIGINT/SIGTERM; workers start no further block then. Thread safety: any thread.
std::optional<StopReason> stop_requested();

/// Installs the signal handlers, once per process: from now on the report is written when the program crashes or calls
/// abort(). Thread safety: full.
void prepare_fault_handling();

/// The same, and an alternate signal stack once per OS thread, so that a kernel
/// that overflows its stack can be told from the rest. `runner` is the calling thread's.
void prepare_fault_handling_on_this_thread(BlockRunner& runner);

/// Starts the watchdog thread if it does not run yet. It honours config().timeout_seconds, counted from the first call,
/// and, while kernels run, config().memory_limit.
void watch_for_timeout();

/// True while one does, of whatever thread.
bool launch_runs();

/// From another thread than those of the launch: stops it. Ends with observers().process->on_abandon(), on the thread
/// that issued it or, if that does not come within two seconds, on another one.
void stop_launch_for_exit();

/// What the calling OS thread does instead of ending the process when it gets a deadly signal outside of CUDA threads:
/// it calls `go_on`, which must not return, on a stack of its own; `address` is then that of the fault. Only on OS
/// threads that run blocks.
struct FaultEscape {
  void (*go_on)() = nullptr;
  const void* address = nullptr;
};
extern __thread FaultEscape fault_escape;

/// In the code of the program itself, as opposed to the runtime's. True if that cannot be told.
bool in_user_code(const void* address);

/// While one exists, a stop request is delivered to the workers; otherwise it ends the process at once. Thread safety:
/// one at a time, as launches are.
class LaunchUnderWatch {
 public:
  LaunchUnderWatch();
  ~LaunchUnderWatch();
  LaunchUnderWatch(const LaunchUnderWatch&) = delete;
  LaunchUnderWatch& operator=(const LaunchUnderWatch&) = delete;
};

}  // namespace fencepost::sim
