// The happened-before order of one launch, as its operations make it (docs/memory-model.md).
//
// What orders, and by which rule of the PTX ISA's memory consistency model:
//  - a block barrier, a warp, tile or grid barrier: everything before it, of all who take part ("Memory
//    Synchronization");
//  - a release pattern that an acquire pattern observes ("Release and Acquire Patterns"). A release pattern is a
//    releasing operation, one followed by a strong write of the same thread to the same location, or a releasing fence
//    followed by a strong write of the same thread to any. Acquire patterns are their mirror image. Read-modify-writes
//    continue what they observe ("Observation Order");
//  - fences of sequential consistency, F before G if a strong write W after F is observed by a strong read R before G:
//    were G first, R would come before the write that it observes ("Fence-SC Order", "Causality Order"). After and
//    before are base causality order, so F and G need not be fences of the threads that write and read: a barrier may
//    lie between;
//  - scopes: two operations are morally strong if each one's scope includes the other's thread, and they overlap
//    completely ("Morally Strong Operations").
//
// And one that is not the ISA's: a block or warp barrier after a strong read counts as the acquiring fence, for CUDA's
// own "last block" example relies on it.
//
// Operations must be announced in the order in which they take effect: launches that are checked this way run one
// thread at a time. Thread safety: none.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/order/message.h"
#include "detector/order/past.h"

namespace fencepost::detector {

struct Fence {
  Reach reach = Reach::kDevice;
  bool acquires = true, releases = true;
  bool sequential = true;  ///< `fence.sc`, as __threadfence() is; else `fence.acq_rel` or one half of it.
};

class LaunchOrder;
class ClusterOrder;

/// The order as the threads of one block make and know it.
class BlockOrder {
 public:
  /// Some bytes of memory. Shared memory has the same addresses in many blocks, and is another one; not in those of a
  /// cluster.
  struct Location {
    std::uintptr_t address = 0;
    bool shared = false;
    std::size_t bytes = 4;
  };

  /// `cluster`: what the block's cluster shares; null: it shares nothing.
  BlockOrder(LaunchOrder& launch, const Home& home, std::uint32_t threads, ClusterOrder* cluster = nullptr);
  ~BlockOrder();
  BlockOrder(const BlockOrder&) = delete;
  BlockOrder& operator=(const BlockOrder&) = delete;

  /// When the thread's accesses happen from now on.
  [[nodiscard]] Moment now(std::uint32_t thread) const;
  /// What happened before the ends of the threads that there are.
  [[nodiscard]] SharedKnowledge known_to_any() const;
  /// What happened before them, besides what the thread itself and its block's earlier intervals did.
  [[nodiscard]] const SharedKnowledge& known(std::uint32_t thread) const { return threads_[thread].past.known; }

  void fence(std::uint32_t thread, const Fence& fence);
  /// It did, in this interval.
  [[nodiscard]] bool fenced(std::uint32_t thread) const { return threads_[thread].fenced; }
  /// `fence.proxy.async`.
  void proxy_fence(std::uint32_t thread);
  /// `fence.proxy.tensormap::generic`.
  void map_fence(std::uint32_t thread, bool acquires);
  /// See MapRead::acquired.
  [[nodiscard]] const SharedKnowledge& acquired_maps(std::uint32_t thread) const {
    return threads_[thread].past.maps_acquired;
  }
  /// What came before fences of the asynchronous proxy that came before the thread's next operations; null: there were
  /// none.
  [[nodiscard]] const SharedKnowledge& proxied(std::uint32_t thread) const { return threads_[thread].past.proxied; }
  /// The reading part of a strong operation, before its access; `acquires`: without a fence.
  void strong_read(std::uint32_t thread, Location location, Reach reach, bool acquires);
  /// The writing part, after its access; `continues`: it is a read-modify-write.
  void strong_write(std::uint32_t thread, Location location, Reach reach, bool releases, bool continues);
  /// A plain write, of at most 16 bytes, ends what was released through a location.
  void plain_write(Location location);
  /// A barrier of these threads, none of another block.
  void group_barrier(std::span<const std::uint32_t> threads);
  /// The block barrier.
  void block_barrier();

  // Barrier objects (cuda::barrier; PTX ISA, "mbarrier"): who waits for a phase knows what came before the arrivals in
  // it and in the phases before. An arrival itself learns nothing.

  /// `completes`: the last arrival of the phase.
  void arrive(std::uint32_t thread, Location barrier, Reach reach, bool completes);
  /// Hands on what a releasing fence of that scope, or a wider one, did before it, and that the block has begun.
  void arrive_relaxed(std::uint32_t thread, Location barrier, Reach reach);
  /// The wait for the phase that was completed last ends.
  void pass(std::uint32_t thread, Location barrier, Reach reach);
  /// The same, for the thread's next acquiring fence.
  void pass_relaxed(std::uint32_t thread, Location barrier);
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
  // It is done by an agent of the thread's (PTX ISA, "Completion Mechanisms for Asynchronous Copy Operations"); the
  // copies of one agent count as ordered among themselves.

  using Agent = std::uint32_t;
  /// Of cp.async, which are awaited in batches.
  static Agent copies_of(std::uint32_t thread) { return thread; }
  /// Of bulk copies that are awaited in batches: what reads their sources, and what writes their targets.
  static Agent bulk_reads_of(std::uint32_t thread) { return thread + Moment::kThreads; }
  static Agent bulk_writes_of(std::uint32_t thread) { return thread + 2 * Moment::kThreads; }
  /// Of what the tensor cores read for the warp whose first thread this is.
  static Agent products_of(std::uint32_t thread) { return thread + 3 * Moment::kThreads; }
  /// Of a warp's loads from tensor memory, its stores there, and what a thread has the tensor cores do.
  static Agent tensor_agent(std::uint32_t thread, std::uint32_t number) {
    return thread + (5 + number) * Moment::kThreads;
  }
  /// The grids that it launches, and copies that it puts into streams: each is a batch.
  static Agent grids_of(std::uint32_t thread) { return thread + 4 * Moment::kThreads; }
  /// Of bulk copies that complete transactions of this barrier.
  Agent bulk_copies_of(std::uint32_t thread, Location barrier);

  /// When the accesses of a copy happen that the agent starts now.
  [[nodiscard]] Moment copy_moment(Agent agent) const;
  /// What happened before them. Begins a new segment of the thread.
  SharedKnowledge start_copy(Agent agent);
  /// The copies since the last commit are one batch.
  void commit_copies(Agent agent) { ++copies(agent).batch; }
  /// The agent's thread, or `thread`, waits for all batches but the last `remaining`.
  void await_copies(Agent agent, std::uint32_t remaining) { await_copies(agent % Moment::kThreads, agent, remaining); }
  void await_copies(std::uint32_t thread, Agent agent, std::uint32_t remaining);
  /// The agent's copies so far have done what counts them at a barrier, an access of its thread: who waits knows of it.
  void count_copies(Agent agent);
  /// The agent's copies so far arrive at the barrier in its current phase.
  void copies_arrive(Agent agent, Location barrier, Reach reach);
  /// The current phase of the barrier lacks neither arrivals nor transactions.
  void complete(Location barrier, Reach reach);

 private:
  /// A fence of sequential consistency.
  struct OwnFence {
    Moment at;                 ///< That it ended.
    std::uint64_t number = 0;  ///< Of the block's, in the order in which they were executed.
    Past past;                 ///< What came before what follows it.
  };
  struct Thread {
    std::uint32_t segment = 0;
    bool fenced = false;             ///< In this interval.
    bool may_have_observed = false;  ///< `observed` is perhaps not empty.
    bool has_told = false;           ///< Something that others can learn of, since the last of `fences`.
    Past past;                       ///< Of what it does next.
    Past before_completion;          ///< Before the completion function that it runs.
    Released at_fence;               ///< What a strong write releases: by the last releasing fence.
    Released observed;               ///< By strong reads, for the next acquiring fence.
    std::vector<OwnFence> fences;    ///< In this interval.
    /// The same two of releasing operations, and for acquiring ones, by location.
    std::unordered_map<std::uint64_t, Released> released_at, observed_at;
    bool hands_over = false;  ///< Something of the five was used: before_completion, and what is released or observed.

    /// It is one of a block that begins. Most have nothing but a past.
    void reset();
  };

  /// What the thread hands on, its own past included. Begins a new segment.
  Past snapshot(std::uint32_t thread);
  void learn(Thread& thread, const Past& more);
  /// A fence of sequential consistency, or a barrier, comes after `past`: so do the fences that were observed.
  void learn_of_fences(Past& past, Reach reach) const;
  /// Those of `fences` that are this block's, of this interval, come before what `past` is of.
  void learn_of_own_fences(Past& past, const SharedKnowledge& fences) const;
  /// Of `fences`, which are of one thread each, by thread, those in `known`.
  void leave_out_known(std::vector<const OwnFence*>& fences, const SharedKnowledge& known) const;
  /// What the threads' next operations know behind a barrier of them.
  [[nodiscard]] std::vector<Past> take_pasts(std::span<const std::uint32_t> threads);

  Messages& messages(bool shared);
  friend class ClusterOrder;

  struct BarrierObject {
    Past arrived;    ///< What came before the arrivals of the current phase.
    Past completed;  ///< The same of all phases before.
  };
  using BarrierObjects = std::unordered_map<std::uintptr_t, BarrierObject>;
  BarrierObject& barrier_object(Location barrier, Reach reach);
  struct Copies {
    std::uint32_t batch = 0;  ///< Not yet committed.
    Past before;              ///< What came before the copies so far.
  };
  /// Of agents that are threads themselves (copies_of()) they lie one behind the other.
  Copies& copies(Agent agent) {
    if (agent >= Moment::kThreads) return copies_[agent];
    if (own_copies_.empty()) own_copies_.resize(threads_.size());
    return own_copies_[agent];
  }
  [[nodiscard]] Past copies_before(Agent agent, std::uint32_t batch) const;
  /// That the block has begun, and nothing that it did.
  [[nodiscard]] Past begun() const;

  friend class LaunchOrder;
  LaunchOrder& launch_;
  ClusterOrder* cluster_;
  Home home_;
  std::uint64_t block_;
  std::uint32_t interval_ = 0;
  std::uint64_t fences_ = 0;  ///< Of sequential consistency, so far.
  std::vector<Thread> threads_;
  Messages messages_;               ///< Of shared memory.
  BarrierObjects barrier_objects_;  ///< Of shared memory, or of block scope.
  std::vector<Copies> own_copies_;  ///< Empty: none was started.
  std::unordered_map<Agent, Copies> copies_;
  std::unordered_map<std::uintptr_t, std::uint32_t> agents_of_barriers_;
};

/// What the blocks of a cluster share: what is in their shared memory.
class ClusterOrder {
 private:
  friend class BlockOrder;
  Messages messages_;
  BlockOrder::BarrierObjects barrier_objects_;
};

/// What all blocks of a launch share.
class LaunchOrder {
 public:
  /// All threads of the grid stand at a grid barrier.
  void grid_barrier();
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  /// Some strong read observed a strong write: perhaps threads hand something over.
  [[nodiscard]] bool handed_over() const { return handed_over_; }

  /// True if `a` happened before `b`; `b_known`: what the thread of `b` knew then.
  [[nodiscard]] static bool before(const Moment& a, const Moment& b, const Knowledge* b_known);

 private:
  friend class BlockOrder;
  Messages messages_;                              ///< Of global memory.
  std::vector<BlockOrder::Thread> spare_threads_;  ///< Of a block that has ended, for the next one.
  BlockOrder::BarrierObjects barrier_objects_;
  std::uint32_t phase_ = 0;
  bool handed_over_ = false;
  bool has_proxy_fences_ = false;  ///< Some thread has executed one.
  bool has_map_fences_ = false;    ///< The same of those for tensor maps.
};

}  // namespace fencepost::detector
