// Runs the CUDA threads of one block on one OS thread, as cooperative fibers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/cluster/thread_set.h"
#include "sim/engine/block/thread_frames.h"
#include "sim/engine/residents.h"
#include "sim/engine/spin_watch.h"
#include "sim/interface/config.h"
#include "sim/interface/kernel_table.h"
#include "sim/interface/observer.h"
#include "sim/interface/warp_size.h"
#include "sim/os/fiber.h"

namespace fencepost::sim {

/// What a lane asks of the other lanes of its warp.
struct WarpRequest {
  enum class Kind : std::uint8_t { kSync, kShuffle, kVote, kGather, kActiveMask };
  enum class ShuffleMode : std::uint8_t { kIndexed, kUp, kDown, kXor };
  enum class VoteOp : std::uint8_t { kAll, kAny, kBallot };
  Kind kind{};
  std::uint8_t op = 0;              ///< ShuffleMode or VoteOp.
  bool open = false;                ///< Of those in `mask` whoever comes takes part, as in HIP's wavefronts.
  std::uint32_t width = kWarpSize;  ///< Of a shuffle.
  LaneBits mask = 0;                ///< Lanes that take part.
  const void* pc = nullptr;

  bool operator==(const WarpRequest&) const = default;
};

/// What a lane brings along.
struct WarpOperand {
  std::uint64_t value = 0;
  std::uint32_t lane_or_delta = 0;    ///< Of a shuffle.
  std::uint64_t* gathered = nullptr;  ///< kGather: a value for each lane of a warp.
};

struct ThreadCode;
class Cluster;

/// One per OS thread that runs blocks; reused for every block that comes along.
///
/// A thread that waits at a barrier at which its kernel is split returns to turns(), with its values in its frame: all
/// run on one stack, one after the other. Only a thread that has to wait elsewhere keeps its stack, and the next one
/// goes on on another. A kernel that nowhere waits therefore needs a single stack and no switch at all. Where kernels
/// are not split control jumps from thread to thread directly.
///
/// As long as all threads of the block come to the same barriers, one after the other, none is looked up (step()).
///
/// Invariants while a block runs and no step is under way:
///  1. every thread is in exactly one of: runnable_ (not started, or able to continue), waiting_ (at the block's
///     barrier), lane_waiting_ (at a warp operation), exited_, or parked; the running one is in runnable_;
///  2. a thread of on_fiber_ that does not run has its context in slots_[rank];
///  3. fibers that run no thread are suspended in idle_.
///
/// Thread safety: none; its own OS thread only.
class alignas(64) BlockRunner {
 public:
  BlockRunner();
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// The runner of the calling OS thread.
  static BlockRunner& of_this_thread();

  /// Runs all threads of block `rank` to their end, or until something stops the launch. True if all returned.
  /// `self` is the calling OS thread's part in the launch.
  bool run(const LaunchInfo&, BlockRank rank, const ThreadCode& thread, void* closure, Resident& self);

  /// Why run() returned false.
  [[nodiscard]] const Stop& stop() const { return stop_; }
  /// The block was not run to its end, or will not be.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] BlockRank block() const { return block_; }
  /// `pc` is in the first instructions of the kernel's loop, which have no line but that of its name.
  [[nodiscard]] bool begins_loop(const void* pc) const {
    constexpr std::ptrdiff_t kPrologueBytes = 64;
    const std::ptrdiff_t from = static_cast<const char*>(pc) - reinterpret_cast<const char*>(threads_);
    return threads_ != nullptr && from >= 0 && from < kPrologueBytes;
  }
  [[nodiscard]] const StackPool& stacks() const { return stacks_; }
  /// Where a thread of this block first had to wait on a stack of its own; null: nowhere.
  [[nodiscard]] const void* fiber_pc() const { return fiber_pc_; }
  /// `address` is a local variable's, of any thread of the block.
  [[nodiscard]] bool is_local(const void* address) const {
    return stacks_.contains(address) || frames_.contains(address);
  }
  /// The same without looking far: false of some local variables.
  [[nodiscard]] bool is_surely_local(const void* address) const {
    return frames_.contains(address) || stacks_.is_among_first(address);
  }
  [[nodiscard]] const LaunchInfo* launch() const { return launch_; }

  // --- Called by the running CUDA thread ---------------------------------------------------------------------------

  /// The block barrier.
  void barrier(const void* pc);
  enum class Reduce : std::uint8_t { kCount, kAnd, kOr };
  /// The same. Returns the reduction of `predicate` over the threads that arrived.
  int reducing_barrier(const void* pc, Reduce reduce, int predicate);

  /// The barrier of the grid; of the own block, too.
  void grid_barrier(const void* pc);

  /// The barrier of the cluster, in two parts.
  /// `releases`: what the thread did before happens before what others do behind the barrier.
  void arrive_at_cluster(bool releases, const void* pc);
  void wait_for_cluster(const void* pc);
  /// The block that run() runs next is a member of this cluster; null: it is alone.
  void join(Cluster* cluster, std::uint32_t rank) {
    cluster_ = cluster;
    rank_in_cluster_ = rank;
  }
  /// Null: the block is alone in its cluster.
  [[nodiscard]] Cluster* cluster() const { return cluster_; }
  [[nodiscard]] std::uint32_t rank_in_cluster() const { return rank_in_cluster_; }

  /// Waits for the other lanes of request.mask and returns the lane's result.
  std::uint64_t warp_operation(WarpRequest request, WarpOperand operand);
  /// The same in two parts. False: its kernel is a loop over threads, which is to stop now; the operation is done when
  /// all lanes have come to the same place. True: it is done.
  /// `number`: of the operation, in its kernel; 0: lanes may ask for different things there. Where the first lane of a
  /// loop has asked, the others leave their operands themselves (compiler/checks/warp_operations.cpp).
  /// In the header, so that what is asked is put where it is kept, part by part.
  [[gnu::always_inline]] bool ask(const WarpRequest& request, const WarpOperand& operand, std::uint32_t number) {
    const std::uint32_t rank = current.thread;
    const LaneBits existing = rank < first_of_part_ ? all_lanes : existing_of(first_of_part_);
    // A lane that is not waited for by all of its warp may go on before they come.
    if (in_step_ && together_ == warp_lanes_ && (request.mask & existing) == existing) {
      operands_[rank] = operand;
      if (rank == step_.first) {
        requests_[rank] = request;
        asked_as_first_ = true;
        current.asked = number;
      } else if (!asked_as_first_ || request != requests_[step_.first]) {
        ask_for_other(request);
      }
      return false;
    }
    return ask_alone(request, operand);
  }
  [[nodiscard]] std::uint64_t answer() const;

  /// Abandons the launch at `pc` if time has run out or somebody interrupts. For slow paths, where the signal that
  /// would do it seldom meets the user's code.
  void stop_if_requested(const void* pc);

  /// Lets other threads of the block run. For threads that may be spinning, at `pc`.
  void yield(const void* pc);
  /// Counts an operation on which threads spin. Lets other threads of the block run now and then, and other blocks if
  /// all of them only spin. To be called before the operation is announced: between that and its effect nobody else may
  /// run.
  void strong_operation(const SpinWatch::Operation& operation, const void* pc) {
    if (spins_.counts(operation.looks)) end_turn(operation, pc);
  }
  /// The same of a volatile access to shared memory, before which all others come, each once. So the lanes of a warp
  /// do these accesses in step, except in random order, as code from before Volta expects that has no __syncwarp().
  /// It is not what the memory model promises: verdicts do not build on it.
  void operation_in_step(const SpinWatch::Operation& operation, const void* pc) {
    if (!spins_.counts() || !end_turn(operation, pc)) yield(pc);
  }

  /// Suspends the running thread, which waits at `pc`, until another one of the block wakes it.
  void park(const void* pc);
  /// The parked thread can go on.
  void wake(ThreadRank thread) { runnable_.insert(thread); }
  /// Calls `watcher` after each return of a thread of this block, with its rank.
  void watch_exits(void (*watcher)(ThreadRank)) {
    leave_step();
    exit_watcher_ = watcher;
  }
  /// Those of a warp that have not returned.
  [[nodiscard]] LaneBits living_lanes(std::uint32_t warp) {
    leave_step();
    return living(warp);
  }
  /// A look, in vain, of a loop that waits for another thread to change what is there: others come first.
  void wait_for_change(const SpinWatch::Operation& operation, const void* pc);
  /// The running thread reads a clock: its loops may end by themselves.
  void expect_changes() { spins_.expect_changes(); }

  /// Ends the running thread, and with it the launch once the other threads of the block have run as far as they can:
  /// so that the thread that is reported, the lowest-ranked one, does not depend on the schedule.
  [[noreturn]] void fail(Stop stop);
  /// Ends the running thread as if its kernel had returned. Its stack is not unwound.
  [[noreturn]] void exit_thread();
  /// Ends the launch. Abandons the stacks of all threads of this block.
  [[noreturn]] void abandon(Stop stop);

  /// Output of printf in device code; printed when it is the block's turn.
  std::string& output() { return output_; }

 private:
  struct Slot {
    Context context;
    const void* pc = nullptr;  ///< Of the operation the thread waits at.
  };

  static void fiber_main(boost::context::detail::transfer_t);
  [[noreturn]] void fiber_loop(Context& parking);
  std::uint32_t after_exit(std::uint32_t rank);
  std::uint32_t turns(std::uint32_t rank);
  [[nodiscard]] bool can_step(std::uint32_t rank) const;
  std::uint32_t step();
  bool advance(std::uint32_t first, std::uint32_t end);
  void leave_step() {
    if (in_step_) [[unlikely]]
      account_for_step();
  }
  void end_step() {
    in_step_ = false;
    current.asked = 0;
  }
  void account_for_step();
  std::uint32_t come_back(std::uint32_t rank, std::uint32_t place);
  [[nodiscard]] ThreadLoop loop_from(std::uint32_t first, std::uint32_t end) const;
  void go_on(ThreadLoop& loop);
  [[nodiscard]] const void* address_of(std::uint32_t place);
  void take_fiber(std::uint32_t rank);
  void leave_fiber(std::uint32_t rank);
  void arrive(std::uint32_t rank, const void* pc);
  void give_turn(std::uint32_t rank);
  [[nodiscard]] std::uint32_t pick(std::uint32_t after);
  std::uint32_t pick_with_first(std::uint32_t after);
  [[nodiscard]] std::uint32_t pick_from_list(std::size_t from) const;
  [[nodiscard]] std::uint32_t pick_first();
  std::uint32_t next_or_release(std::uint32_t after);
  std::uint32_t next_when_none_runs(std::uint32_t after);
  Context& context_to_run(std::uint32_t next);
  Context& fiber_to_start(std::uint32_t next);
  void wait(std::uint32_t rank, const void* pc);
  void wait_for_lanes(std::uint32_t rank);
  void hand_over(std::uint32_t rank, std::uint32_t next);
  void release_barrier();
  void wait_for_grid(const void* pc);

  // block/stopping.cpp
  void adopt(Stop stop);
  void reset_fibers();
  // block/waiting_threads.cpp
  [[noreturn]] void stand_still(std::uint32_t first = 0, std::uint32_t count = kMaxThreads);
  void tell_divergence(const void* pc);
  [[nodiscard]] bool is_sound() const;
  [[nodiscard]] std::vector<Waiter> waiters() const;
  // resident_clusters.cpp
  Cluster& cluster_of_barrier();
  void open_cluster_if_complete();
  void wake_at_cluster();
  void stand_aside_for_cluster();
  // spinning.cpp
  bool end_turn(const SpinWatch::Operation& operation, const void* pc);
  SpinWatch::Verdict judge_spin(const SpinWatch::Operation& operation, const void* pc);
  void take_look(std::uint32_t rank, const void* pc);
  bool notice_changes();
  [[nodiscard]] bool all_look_alike() const;
  void let_other_blocks_run(const void* pc);
  [[noreturn]] void withdraw();
  // warp.cpp
  [[nodiscard]] std::uint32_t warp_of(std::uint32_t rank) const { return rank >> warp_shift_; }
  [[nodiscard]] std::uint32_t lane_of(std::uint32_t rank) const { return rank & (warp_lanes_ - 1); }
  [[nodiscard]] std::uint32_t first_of_warp(std::uint32_t warp) const { return warp << warp_shift_; }
  /// Lanes that the block has of the warp whose lowest thread is `first`.
  [[nodiscard]] LaneBits existing_of(std::uint32_t first) const {
    return first_lanes(std::min(count_ - first, warp_lanes_));
  }
  [[nodiscard]] LaneBits lanes_in(const ThreadSet& threads, std::uint32_t warp) const {
    return threads.from_lane(first_of_warp(warp)) & first_lanes(warp_lanes_);
  }
  // By value: what is asked need not be in memory where it is the same as what the first lane asked.
  [[gnu::cold]] bool ask_alone(WarpRequest request, WarpOperand operand);
  [[gnu::cold]] void ask_for_other(WarpRequest request);
  void note_requests(std::uint32_t end);
  bool answer_all(std::uint32_t first, std::uint32_t end);
  bool answer_alike(std::uint32_t first, std::uint32_t end);
  template <std::uint32_t Size>
  bool exchange_all(std::uint32_t first);
  [[nodiscard]] bool ask_alike(std::uint32_t warp, LaneBits group) const;
  void wait_for_warp(std::uint32_t rank);
  [[nodiscard]] std::uint32_t first_of(std::uint32_t warp, LaneBits group) const;
  [[nodiscard]] LaneBits living(std::uint32_t warp) const;
  bool complete_if_all_arrived(std::uint32_t warp, std::uint32_t lane);
  void resolve_after_exit(std::uint32_t warp);
  bool resolve_active_masks();
  [[nodiscard]] std::optional<std::uint32_t> stuck_warp() const;
  void tell_warp_misuse(std::uint32_t warp, LaneBits group, WarpMisuse misuse);
  [[nodiscard]] std::optional<WarpMisuse> misuse_by(std::uint32_t warp, LaneBits group) const;
  void tell_group_barrier(std::uint32_t warp, LaneBits group) const;
  void complete(std::uint32_t warp, LaneBits group);

  StackPool stacks_;
  std::vector<std::unique_ptr<Context>> fibers_;  ///< Contexts of parked fibers are stable addresses.
  std::vector<Context*> idle_;
  Context* being_made_ = nullptr;  ///< Handed to a fiber that starts.
  Context host_;                   ///< run()'s caller.

  const LaunchInfo* launch_ = nullptr;
  BlockRank block_ = 0;
  void (*thread_)(void*) = nullptr;
  const void* (*threads_)(void*, ThreadLoop*) = nullptr;
  std::uint32_t together_ = 0;  ///< How many threads go on in one loop, in a step.
  void* closure_ = nullptr;
  ThreadFrames frames_;
  std::uint32_t count_ = 0;
  std::uint32_t warp_lanes_ = kWarpSize;  ///< sim::warp_size,
  std::uint32_t warp_shift_ = 5;          ///< and its logarithm.
  std::uint32_t first_of_part_ = 0;       ///< The first thread of a warp of which the block has but a part.
  Schedule schedule_{};
  std::uint32_t after_ = 0;  ///< Of Schedule::kFirst: behind whom the others go on.

  std::vector<Slot> slots_;          ///< By thread rank, as the vectors below.
  std::vector<Extent> coordinates_;  ///< threadIdx.
  Extent coordinates_of_{0, 0, 0};   ///< The block shape coordinates_ was made for.
  ThreadSet runnable_, waiting_, exited_;
  ThreadSet on_fiber_;  ///< Threads with calls under way, which lie on the stack of a fiber.
  std::uint32_t on_fiber_count_ = 0;
  const void* fiber_pc_ = nullptr;
  bool in_step_ = false;          ///< Ranks below the running one have come further than the sets know: those of
  ThreadLoop step_{};             ///< this loop to its place,
  std::uint32_t step_place_ = 0;  ///< those before to this one.
  std::uint32_t waiting_count_ = 0;
  std::uint32_t exited_count_ = 0;
  std::uint32_t next_to_start_ = 0;

  const void* barrier_pc_ = nullptr;  ///< Of the first arrival in this round.
  bool barriers_differ_ = false;
  bool have_parted_ = false;                              ///< Threads of the block have waited at different barriers.
  std::uint32_t barrier_true_ = 0;                        ///< Arrivals in this round whose predicate holds.
  std::uint32_t released_true_ = 0, released_count_ = 0;  ///< Of the round released last.
  std::vector<std::pair<const void*, const void*>> divergences_told_;

  std::uint32_t lanes_waiting_ = 0;                               ///< Threads at a warp operation, in the whole block.
  std::array<LaneBits, kMaxThreads / kWarpSize> lane_waiting_{};  ///< By warp.
  std::vector<WarpRequest> requests_;                             ///< By thread rank,
  std::vector<WarpOperand> operands_;                             ///< and what each brings.
  /// In a step, lanes of its loop have asked for what the first one did: they are not in requests_.
  bool asked_as_first_ = false;
  std::vector<std::uint64_t> results_;  ///< By thread rank.

  void (*exit_watcher_)(ThreadRank) = nullptr;
  std::minstd_rand random_;
  Stop stop_;
  bool stopped_ = false;     ///< stop_ is valid.
  bool has_graves_ = false;  ///< Threads of the block have left fibers behind that will not go on.
  std::string output_;

  Resident* self_ = nullptr;
  Cluster* cluster_ = nullptr;
  std::uint32_t rank_in_cluster_ = 0;
  std::unique_ptr<Cluster> alone_;  ///< Of a block that is alone in its cluster, if its threads came to the barrier.
  ThreadSet at_cluster_;            ///< Parked threads that wait for the barrier of the cluster.
  std::uint32_t at_cluster_count_ = 0;
  std::uint32_t at_grid_barrier_ = 0;  ///< Of the waiting threads.
  SpinWatch spins_;
  bool has_passed_ = false;  ///< Its turn to other blocks, and nothing new was seen since.
  /// Where a spinning thread looks, the first of the places in its loop, and its state there when it was sampled.
  struct Look {
    const void* pc = nullptr;
    std::uint64_t state = 0;
  };
  std::vector<Look> looks_;        ///< By thread rank.
  ThreadSet looked_;               ///< Threads that have looked at memory since it changed.
  std::uint32_t idle_passes_ = 0;  ///< Turns passed on since then.
  bool samples_ = false;
  std::uint64_t shared_state_ = 0;
};

}  // namespace fencepost::sim
