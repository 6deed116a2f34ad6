// The barriers of a block that inline PTX names by number (PTX ISA, "bar, barrier").
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/engine/block_runner.h"

namespace fencepost::sim {

/// Warps arrive, not threads: a warp does when all its threads that have not returned have come. `sync` waits until the
/// number of threads it names has arrived, `arrive` for the own warp only.
/// Thread safety: one for each OS thread, for the block that runs there.
class NamedBarriers {
 public:
  static constexpr std::uint32_t kCount = 16;

  struct Use {
    std::uint32_t number = 0;
    Waiter first{};             ///< To come since it opened last.
    std::uint32_t threads = 0;  ///< That take part, a multiple of 32; 0: all of the block.
    bool waits = false;         ///< sync; else arrive.
  };
  /// The running thread comes. Returns when it can go on.
  void come(const Use& use, const void* pc);
  /// A thread of the block has returned.
  void on_exit(ThreadRank thread);

 private:
  struct Barrier {
    Waiter first{};                                        ///< To come since it opened last.
    std::uint32_t threads = 0;                             ///< As that one has it.
    std::uint32_t used = 0;                                ///< Threads that have come since it opened last.
    std::uint32_t warps = 0;                               ///< That have arrived, counted as often as they did.
    std::uint32_t arrived = 0;                             ///< Bits of warps that have.
    std::array<LaneBits, kMaxThreads / kWarpSize> come{};  ///< Lanes whose warp has not arrived yet …
    std::array<LaneBits, kMaxThreads / kWarpSize> wait{};  ///< … and those of them that wait for the others.
    std::vector<ThreadRank> waiting;                       ///< Of the warps that have arrived.
  };

  void begin_block_if_new();
  void arrive_if_complete(Barrier& barrier, std::uint32_t warp);
  void open_if_complete(Barrier& barrier);
  void wake(ThreadRank thread);

  std::pair<std::uint64_t, BlockRank> of_{0, 0};  ///< Launch and block.
  std::array<Barrier, kCount> barriers_;
  bool gone_on_ = false;  ///< The running thread need not wait.
};

}  // namespace fencepost::sim
