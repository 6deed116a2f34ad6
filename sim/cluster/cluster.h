// The blocks of a cluster that run side by side, and the barrier of all their threads (PTX ISA, "barrier.cluster").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/cluster/thread_set.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// Thread safety: none; one block of a launch in clusters runs at a time.
class Cluster {
 public:
  /// `first`: the number of its first block, in the order in which blocks begin.
  Cluster(const LaunchInfo&, std::uint64_t first);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] BlockRank block(std::uint32_t member) const { return members_[member].block; }
  /// Where the block's dynamic shared memory begins, on the OS thread that runs it.
  [[nodiscard]] std::byte* shared(std::uint32_t member) const { return members_[member].shared; }

  /// The calling OS thread will run the block.
  void come(std::uint32_t member);
  [[nodiscard]] bool all_have_come() const { return came_ == size(); }
  /// Its threads begin, and have all ended; `completed`: they have returned.
  /// In between `returned` are those that have, as far as it is known, and `stopped`: the launch ends here.
  void begin(std::uint32_t member, const ThreadSet& returned, const bool& stopped) {
    members_[member].returned = &returned;
    members_[member].stopped = &stopped;
  }
  void end(std::uint32_t member, bool completed);
  [[nodiscard]] bool all_have_ended() const { return ended_ == size(); }

  /// Phases that the barrier has completed.
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  /// The thread arrives, at `pc`. False if it has not waited since it arrived last.
  bool arrive(std::uint32_t member, ThreadRank thread, const void* pc);
  /// The thread waits. False if it has not arrived since it waited last.
  bool wait(std::uint32_t member, ThreadRank thread);
  /// The phase at which the thread has arrived last is complete.
  [[nodiscard]] bool is_over(std::uint32_t member, ThreadRank thread) const {
    return members_[member].threads[thread].phase != phase_;
  }
  /// All threads that have not returned have arrived.
  [[nodiscard]] bool is_complete() const;
  /// Who waits though others have ended without arriving.
  struct Divergence {
    BlockRank block = 0;
    Waiter first;
    BlockRank left = 0;
    ThreadRank thread_left = 0;
  };
  [[nodiscard]] std::optional<Divergence> divergence() const;
  void begin_next_phase();

 private:
  struct Thread {
    std::uint32_t phase = ~std::uint32_t{0};  ///< At which it has arrived last.
    bool waits_for = false;                   ///< It has not waited since.
    const void* pc = nullptr;
  };
  struct Member {
    BlockRank block = 0;
    std::byte* shared = nullptr;
    const ThreadSet* returned = nullptr;  ///< Null: it does not run.
    const bool* stopped = nullptr;
    bool has_ended = false;
    std::uint32_t arrived_count = 0;
    ThreadSet arrived;  ///< In the current phase.
    std::vector<Thread> threads;
  };
  [[nodiscard]] bool has_left(const Member&, ThreadRank) const;

  std::vector<Member> members_;
  std::uint32_t threads_;  ///< Of a block.
  std::uint32_t came_ = 0, ended_ = 0;
  bool has_failed_ = false;  ///< A block has ended otherwise than by returning.
  std::uint32_t phase_ = 0;
};

}  // namespace fencepost::sim
