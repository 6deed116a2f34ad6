// The happened-before order of one launch, as its operations make it (DESIGN
// §4, rules 2 to 5).
//
// What orders, and by which rule of the PTX ISA's memory consistency model:
//  - a block barrier, a warp, tile or grid barrier: everything before it, of
//  all who take part ("barriers");
//  - a release pattern that an acquire pattern observes ("release and acquire
//  patterns", "synchronises"): a fence before
//    a strong write, or a releasing one; a strong read before a fence, or an
//    acquiring one. Read-modify-writes continue what they observe. A block or
//    warp barrier after a strong read counts as the acquiring fence: CUDA's own
//    "last block" example relies on it.
//  - scopes: a pattern whose operation or fence has block scope reaches the own
//  block only.
//
// Operations must be announced in the order in which they take effect: launches
// that are checked this way run one thread at a time. Thread safety: none.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/knowledge.h"

namespace fencepost::detector {

/// How far a fence or an atomic operation reaches.
enum class Reach : std::uint8_t { kBlock, kDevice };

class LaunchOrder;

/// The order as the threads of one block make and know it.
class BlockOrder {
 public:
  /// A word of memory. Shared memory has the same addresses in each block, and is another one.
  struct Location {
    std::uintptr_t word = 0;
    bool shared = false;
  };

  BlockOrder(LaunchOrder& launch, std::uint64_t block, std::uint32_t threads);

  /// When the thread's accesses happen from now on.
  [[nodiscard]] Moment now(std::uint32_t thread) const;
  /// What happened before them, besides what the thread itself and its block's
  /// earlier intervals did.
  [[nodiscard]] const SharedKnowledge& known(std::uint32_t thread) const { return threads_[thread].known; }

  void fence(std::uint32_t thread, Reach reach);
  /// It did, in this interval.
  [[nodiscard]] bool fenced(std::uint32_t thread) const { return threads_[thread].fenced; }
  /// The reading part of a strong operation, before its access; `acquires`: without a fence.
  void strong_read(std::uint32_t thread, Location location, Reach reach, bool acquires);
  /// The writing part, after its access; `continues`: it is a read-modify-write.
  void strong_write(std::uint32_t thread, Location location, Reach reach, bool releases, bool continues);
  /// A plain write ends what was released through a location.
  void plain_write(Location location);
  /// A barrier of these threads, none of another block.
  void group_barrier(std::span<const std::uint32_t> threads);
  /// The block barrier.
  void block_barrier();

  // Barrier objects (cuda::barrier; PTX ISA, "mbarrier"): who waits for a phase knows what came before the arrivals in
  // it and in the phases before. An arrival itself learns nothing.

  /// `completes`: the last arrival of the phase.
  void arrive(std::uint32_t thread, Location barrier, Reach reach, bool completes);
  /// The wait for the phase that was completed last ends.
  void pass(std::uint32_t thread, Location barrier, Reach reach);
  /// The completion function of a phase that lacks no arrival: happens after its arrivals, before its waits end. The
  /// thread that runs it learns nothing for itself: which one that is depends on the schedule.
  void begin_completion(std::uint32_t thread, Location barrier, Reach reach);
  void end_completion(std::uint32_t thread, Location barrier, Reach reach);
  /// What came before the arrivals since it opened last is known to `threads` of this block, and to nobody who comes
  /// later (PTX ISA, "bar").
  void open(Location barrier, Reach reach, std::span<const std::uint32_t> threads);
  /// A new object takes the place of the old one.
  void forget(Location barrier, Reach reach);

  // Asynchronous copies. A copy happens after what its thread did before it, and before nothing until it is awaited.
  // The copies of one thread count as ordered among themselves.

  /// When the accesses of a copy happen that the thread starts now.
  [[nodiscard]] Moment copy_moment(std::uint32_t thread) const;
  /// What happened before them. Begins a new segment of the thread.
  SharedKnowledge start_copy(std::uint32_t thread);
  /// The copies since the last commit are one batch.
  void commit_copies(std::uint32_t thread) { ++threads_[thread].batch; }
  /// The thread waits for all its batches but the last `remaining`.
  void await_copies(std::uint32_t thread, std::uint32_t remaining);
  /// The thread's copies so far arrive at the barrier in its current phase.
  void copies_arrive(std::uint32_t thread, Location barrier, Reach reach);

 private:
  struct Thread {
    std::uint32_t segment = 0;
    std::uint32_t batch = 0;        ///< Of asynchronous copies; not yet committed.
    bool fenced = false;            ///< In this interval.
    SharedKnowledge before_copies;  ///< What came before the thread's copies so far.
    SharedKnowledge known;
    SharedKnowledge before_completion;          ///< Known before the completion function that it runs.
    SharedKnowledge at_fence, at_device_fence;  ///< What a strong write after it
                                                ///< releases; of the last fence.
    SharedKnowledge observed,
        observed_here;  ///< By strong reads, for the next fence: from anywhere;
                        ///< from this block.
  };

  /// What the thread knows, its own past included. Begins a new segment.
  SharedKnowledge snapshot(std::uint32_t thread);
  void learn(Thread& thread, const SharedKnowledge& more);

  /// What the strong writes to a location release.
  struct Message {
    SharedKnowledge to_all;
    SharedKnowledge to_block;  ///< To `block` only; holds all of to_all that comes from it.
    std::uint64_t block = 0;   ///< Of the last strong write.
  };
  using Messages = std::unordered_map<std::uintptr_t, Message>;
  Messages& messages(bool shared);

  struct BarrierObject {
    SharedKnowledge arrived;    ///< What came before the arrivals of the current phase.
    SharedKnowledge completed;  ///< The same of all phases before.
  };
  using BarrierObjects = std::unordered_map<std::uintptr_t, BarrierObject>;
  BarrierObject& barrier_object(Location barrier, Reach reach);
  [[nodiscard]] SharedKnowledge copies_before(std::uint32_t thread, std::uint32_t batch) const;

  friend class LaunchOrder;
  LaunchOrder& launch_;
  std::uint64_t block_;
  std::uint32_t interval_ = 0;
  std::vector<Thread> threads_;
  Messages messages_;               ///< Of shared memory.
  BarrierObjects barrier_objects_;  ///< Of shared memory, or of block scope.
};

/// What all blocks of a launch share.
class LaunchOrder {
 public:
  /// All threads of the grid stand at a grid barrier.
  void grid_barrier();
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  /// Some strong read observed a strong write: perhaps threads hand something over.
  [[nodiscard]] bool handed_over() const { return handed_over_; }

  /// True if `a` happened before `b`; `b_known`: what the thread of `b` knew
  /// then.
  [[nodiscard]] static bool before(const Moment& a, const Moment& b, const Knowledge* b_known);

 private:
  friend class BlockOrder;
  BlockOrder::Messages messages_;  ///< Of global memory.
  BlockOrder::BarrierObjects barrier_objects_;
  std::uint32_t phase_ = 0;
  bool handed_over_ = false;
};

}  // namespace fencepost::detector
