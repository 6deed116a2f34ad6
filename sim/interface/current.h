// What the calling OS thread is doing for the simulated device.
#pragma once

#include <cstdint>

#include "sim/interface/inlined_checks.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

class BlockRunner;
struct WarpOperand;

/// How an atomic operation orders, and for whom; announced before it by fencepost_atomic_order(). Or that nobody looks
/// at what it returns, or that no thread can wait there, which kernels announce themselves
/// (compiler/checks/atomic_operations.h).
enum OrderBits : std::uint8_t {
  kRelaxed = 0,
  kAcquires = 1,
  kReleases = 2,
  kOrdersBlockOnly = 4,
  kOrdersClusterOnly = 8,
  kResultUnused = 16,
  kInPassing = 32
};

/// The strong operations of a block since others' turn came last, and how many make a turn (spin_watch.h). One at whose
/// result nobody looks counts 1, any other kWeightOfLook.
struct Turn {
  std::uint32_t operations;
  std::uint32_t length;
};
inline constexpr std::uint32_t kWeightOfLook = 256;

/// State of this OS thread. A block runs wholly on one OS thread, so no other thread reads or writes it. Kernels read
/// parts of it (inlined_checks.h).
struct Current {
  ThreadRank thread;             ///< Running CUDA thread; meaningless while !in_kernel.
  bool in_kernel;                ///< A CUDA thread is running (not the host, not the engine between threads).
  bool busy;                     ///< The runtime is in a section that a signal must not abandon.
  std::uint8_t order;            ///< OrderBits of the running thread's next atomic operation.
  bool alone;                    ///< No other OS thread runs blocks now: atomic functions of device scope need no lock.
  BlockRunner* runner;           ///< Of this OS thread; null until it has run a block.
  Turn* turn;                    ///< Of `runner`.
  inlined_checks::Place* place;  ///< Of the running thread's next atomic operation, which wants its number; null: not.
  WarpOperand* operands;         ///< Of `runner`, by thread rank, as
  std::uint64_t* results;        ///< these.
  std::uint32_t asked;           ///< BlockRunner::ask(): the operation that lanes need not ask for; 0: none.
};

extern __thread Current current;

/// Marks a section that the time-out and interrupt signals must let finish.
class BusySection {
 public:
  BusySection() : before_(current.busy) { current.busy = true; }
  ~BusySection() { current.busy = before_; }
  BusySection(const BusySection&) = delete;
  BusySection& operator=(const BusySection&) = delete;

 private:
  bool before_;
};

}  // namespace fencepost::sim
