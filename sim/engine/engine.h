// Runs the blocks of a launch over the worker threads.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/interface/kernel_table.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// How the CUDA threads of a block run a kernel: each by `run(closure)`, or, if there is one, in a loop over them.
struct ThreadCode {
  void (*run)(void* closure) = nullptr;
  KernelThreads threads{};
  const ThreadCode* unchecked = nullptr;  ///< The same for blocks that Guide::skips_checks(); null: there is none.
};

/// Who lets a launch rest that can go on only when others do: the host, or launches of other streams.
class HostWait {
 public:
  /// On the OS thread of a block, with all threads of the launch at rest. Returns when others have done something;
  /// false: they never will. `changed`: since the last call the threads have seen something new.
  /// `reads_clock`: they may also go on by themselves, so that nothing follows from false.
  virtual bool wait(bool changed, bool reads_clock) = 0;
  /// Somebody else than the host may write what only devices reach.
  [[nodiscard]] virtual bool others_may_come() const = 0;

 protected:
  ~HostWait() = default;
};
/// Launches of more blocks never rest, as they run on several OS threads at a time; but cooperative ones, whose threads
/// are ordered singly, may.
inline constexpr std::uint64_t kMostBlocksAtRest = 8;

/// Runs every thread of the launch, tells the observer, and returns why it was stopped if it was. `closure` is
/// `closure_bytes` long and is read by all threads.
/// Blocks run on config().jobs OS threads, the caller among them. Host threads that launch at the same time take turns.
/// `host`: null if nobody would notice that the launch rests; one that waits for others then looks for ever.
/// A time-out or interrupt does not return: observers().process->on_abandon() ends the process.
std::optional<Stop> run_launch(const LaunchInfo&, const ThreadCode& thread, void* closure, std::size_t closure_bytes,
                               HostWait* host = nullptr);

/// Numbers of the whole run so far. Thread safety: any thread; they need not be of the same moment.
struct Totals {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
};
Totals totals();

/// How far the launch is that runs now.
struct RunningLaunch {
  std::uint64_t number = 0, blocks = 0, blocks_done = 0;
  double seconds = 0;
};
/// nullopt if none runs. Any thread; while it runs, the numbers need not be of the same moment.
std::optional<RunningLaunch> running_launch();

/// From a running CUDA thread: ends it, and the launch (see BlockRunner::fail). `stop.block` and `stop.thread` are
/// filled in.
[[noreturn]] void stop_launch(Stop stop);

}  // namespace fencepost::sim
