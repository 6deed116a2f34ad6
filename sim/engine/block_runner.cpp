#include "sim/engine/block_runner.h"

#include <pthread.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "sim/cluster/cluster.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "sim/interface/thread_variables.h"

namespace fencepost::sim {

BlockRunner::BlockRunner()
    : stacks_(config().stack_bytes),
      slots_(kMaxThreads),
      coordinates_(kMaxThreads),
      requests_(kMaxThreads),
      operands_(kMaxThreads),
      results_(kMaxThreads),
      looks_(kMaxThreads) {
#ifdef FENCEPOST_ASAN
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* bottom = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &bottom, &bytes);
  pthread_attr_destroy(&attributes);
  host_.stack_ = {static_cast<std::byte*>(bottom), bytes};
#endif
}

BlockRunner::~BlockRunner() { current.runner = nullptr; }

BlockRunner& BlockRunner::of_this_thread() {
  thread_local BlockRunner runner;
  current.runner = &runner;
  current.turn = &runner.spins_.turn();
  current.operands = runner.operands_.data();
  current.results = runner.results_.data();
  return runner;
}

bool BlockRunner::run(const LaunchInfo& launch, BlockRank rank, const ThreadCode& thread, void* closure,
                      Resident& self) {
  self_ = &self;
  at_cluster_.clear();
  at_cluster_count_ = 0;
  launch_ = &launch;
  block_ = rank;
  thread_ = thread.run;
  closure_ = closure;
  count_ = static_cast<std::uint32_t>(launch.block.count());
  warp_lanes_ = warp_size;
  warp_shift_ = static_cast<std::uint32_t>(std::countr_zero(warp_lanes_));
  first_of_part_ = count_ & ~(warp_lanes_ - 1);
  if (!(launch.block == coordinates_of_)) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      coordinates_[i] = {i % launch.block.x, i / launch.block.x % launch.block.y, i / launch.block.x / launch.block.y};
    }
    coordinates_of_ = launch.block;
  }
  frames_.begin(thread.threads, count_);
  threads_ = thread.threads.run;
  together_ = thread.threads.has_of_warp != 0 ? warp_lanes_ : count_;
  runnable_.fill(count_);
  waiting_.clear();
  on_fiber_.clear();
  exited_.clear();
  end_step();
  fiber_pc_ = nullptr;
  on_fiber_count_ = waiting_count_ = exited_count_ = lanes_waiting_ = 0;
  lane_waiting_.fill(0);
  barrier_true_ = 0;
  have_parted_ = false;
  at_grid_barrier_ = 0;
  spins_.begin_block(count_);
  has_passed_ = false;
  looked_.clear();
  idle_passes_ = 0;
  samples_ = false;
  divergences_told_.clear();
  exit_watcher_ = nullptr;
  stopped_ = false;
  has_graves_ = false;
  schedule_ = config().schedule;
  if (schedule_ == Schedule::kRandom) {
    random_.seed(static_cast<std::uint32_t>(config().seed * 2654435761U + rank * 40503U + launch.number));
  }
  if (cluster_ != nullptr) cluster_->begin(rank_in_cluster_, exited_, stopped_);
  alone_.reset();
  set_block_variables(launch, rank);
  poison_shared_memory(launch);

  context_to_run(pick_first()).resume_from(host_);
  current.in_kernel = false;
  current.busy = false;
  open_cluster_if_complete();
  assert(stopped_ || (exited_count_ == count_ && waiting_count_ == 0 && lanes_waiting_ == 0));
  assert(stopped_ || has_graves_ || idle_.size() == fibers_.size());
  if (stopped_ || has_graves_) reset_fibers();
  return !stopped_;
}

void BlockRunner::fiber_main(boost::context::detail::transfer_t from) {
  Context::arrive(from);
  BlockRunner& runner = *current.runner;
  Context& parking = *std::exchange(runner.being_made_, nullptr);
#ifdef FENCEPOST_ASAN
  parking.asan_arrived();
#endif
  runner.fiber_loop(parking);
}

void BlockRunner::fiber_loop(Context& parking) {
  for (;;) {
    const std::uint32_t next = turns(next_to_start_);
    idle_.push_back(&parking);
    if (next == kMaxThreads) {
      current.in_kernel = false;
      host_.resume_from(parking);
    } else {
      give_turn(next);
      slots_[next].context.resume_from(parking);
    }
  }
}

inline ThreadLoop BlockRunner::loop_from(std::uint32_t first, std::uint32_t end) const {
  const Extent& at = coordinates_[first];
  return {.frames = frames_.first(),
          .first = first,
          .end = end,
          .x = at.x,
          .y = at.y,
          .z = at.z,
          .width = coordinates_of_.x,
          .height = coordinates_of_.y,
          .place = 0,
          .last = 0,
          .capacity = frames_.capacity(),
          .together = 1};
}

/// KernelThreads::run. Sets which thread runs.
[[gnu::always_inline]] inline void BlockRunner::go_on(ThreadLoop& loop) {
  if (threads_ != nullptr) {
    threads_(closure_, &loop);
    return;
  }
  for (std::uint32_t rank = loop.first; rank < loop.end && loop.together != 0; ++rank) {
    give_turn(rank);
    thread_(closure_);
  }
}

/// Of a barrier by its number.
const void* BlockRunner::address_of(std::uint32_t place) {
  if (place == 0) return nullptr;
  ThreadLoop none{.place = place};
  return threads_(closure_, &none);
}

/// All threads are about to go on from one barrier, or from the start, in the order of their ranks.
inline bool BlockRunner::can_step(std::uint32_t rank) const {
  return rank == 0 && schedule_ == Schedule::kForward && on_fiber_count_ == 0 && waiting_count_ == 0 &&
         exited_count_ == 0 && lanes_waiting_ == 0 && exit_watcher_ == nullptr && !have_parted_;
}

/// Lets the threads [first, end), all of the block or of a warp, go on to the block's next barrier or to their end.
/// False if one comes to another than those before it, or has to wait elsewhere.
[[gnu::always_inline]] inline bool BlockRunner::advance(std::uint32_t first, std::uint32_t end) {
  do {
    step_ = loop_from(first, end);
    current.asked = 0;
    go_on(step_);
    if (step_.together == 0) return false;
    assert(current.thread == end - 1);
    if ((step_.last & kOfWarp) == 0) return true;
  } while (answer_all(first, end));
  return false;
}

/// Lets all threads go on from one barrier to the next, again and again, or to their end. When one comes to another
/// than those before it, or has to wait elsewhere, the sets are brought up to date; returns who is next, as
/// next_or_release() does, or kMaxThreads when all have returned. Inlined: threads have as much stack in
/// every schedule.
[[gnu::always_inline]] inline std::uint32_t BlockRunner::step() {
  for (;;) {
    in_step_ = true;
    for (std::uint32_t first = 0; first < count_; first += together_) {
      const bool came = advance(first, std::min(first + together_, count_));
      if (!came || (first != 0 && step_.last != step_place_)) [[unlikely]] {
        const std::uint32_t place = step_.last;
        leave_step();
        leave_fiber(current.thread);
        return come_back(current.thread, place);
      }
      step_place_ = step_.last;
    }
    end_step();
    if (step_place_ == 0) {
      exited_.fill(count_);
      runnable_.clear();
      exited_count_ = count_;
      return kMaxThreads;
    }
    const void* const pc = address_of(step_place_);
    stop_if_requested(pc);
    observers().barriers->on_barrier(pc);
  }
}

/// Runs thread `rank`, then others, as long as none is next that another fiber has. Returns that one, or kMaxThreads
/// when all threads have returned.
std::uint32_t BlockRunner::turns(std::uint32_t rank) {
  current.in_kernel = true;
  for (;;) {
    std::uint32_t next = kMaxThreads;
    if (can_step(rank)) {
      next = step();
    } else {
      take_fiber(rank);
      ThreadLoop alone = loop_from(rank, rank + 1);
      go_on(alone);
      leave_fiber(rank);
      next = come_back(rank, alone.last);
    }
    if (next == kMaxThreads || on_fiber_.contains(next)) return next;
    rank = next;
  }
}

void BlockRunner::take_fiber(std::uint32_t rank) {
  on_fiber_.insert(rank);
  ++on_fiber_count_;
}

void BlockRunner::leave_fiber(std::uint32_t rank) {
  on_fiber_.erase(rank);
  --on_fiber_count_;
}

/// Ends the step: the sets learn how far the threads before the running one have come.
void BlockRunner::account_for_step() {
  end_step();
  step_.together = 0;
  const std::uint32_t rank = current.thread;
  note_requests(rank + 1);
  take_fiber(rank);
  barriers_differ_ = false;
  const void* const before = step_.first != 0 ? address_of(step_place_) : nullptr;
  const void* const here = rank != step_.first ? address_of(step_.place) : nullptr;
  for (std::uint32_t i = 0; i < rank; ++i) {
    const bool of_this_loop = i >= step_.first;
    const std::uint32_t place = of_this_loop ? step_.place : step_place_;
    if ((place & kOfWarp) != 0) {
      wait_for_warp(i);
    } else if (place != 0) {
      arrive(i, of_this_loop ? here : before);
    } else {
      runnable_.erase(i);
      slots_[i].pc = nullptr;
      exited_.insert(i);
      ++exited_count_;
    }
  }
}

/// The running thread has come to a barrier, an operation of its warp, or to its end. Returns who goes on.
std::uint32_t BlockRunner::come_back(std::uint32_t rank, std::uint32_t place) {
  if (place == 0) return after_exit(rank);
  if ((place & kOfWarp) == 0) {
    arrive(rank, address_of(place));
    return next_or_release(rank);
  }
  const std::uint32_t warp = warp_of(rank);
  const std::uint32_t lane = lane_of(rank);
  wait_for_warp(rank);
  const LaneBits group = lane_waiting_[warp];
  return complete_if_all_arrived(warp, lane) ? first_of(warp, group & ~lane_waiting_[warp]) : next_or_release(rank);
}

/// Takes the running thread out of the block for good. Returns the thread to go on with; kMaxThreads if it was the
/// last.
std::uint32_t BlockRunner::after_exit(std::uint32_t rank) {
  exited_.insert(rank);
  runnable_.erase(rank);
  ++exited_count_;
  if (lanes_waiting_ != 0) resolve_after_exit(warp_of(rank));
  if (exit_watcher_ != nullptr) exit_watcher_(rank);
  open_cluster_if_complete();
  return exited_count_ == count_ ? kMaxThreads : next_or_release(rank);
}

/// Makes `rank` the running thread, as its code sees it.
inline void BlockRunner::give_turn(std::uint32_t rank) {
  current.thread = rank;
  set_thread_variables(coordinates_[rank]);
}

/// Of Schedule::kFirst: who can go on, of the list's threads from the `from`-th on, else of the others behind after_.
std::uint32_t BlockRunner::pick_from_list(std::size_t from) const {
  const auto& list = config().first_threads;
  const auto goes_on = [this](std::uint32_t rank) { return rank < count_ && runnable_.contains(rank); };
  for (std::size_t i = from; i < list.size(); ++i) {
    if (goes_on(list[i])) return list[i];
  }
  std::uint32_t next = runnable_.next_after(after_);
  for (std::size_t passed = 0; std::ranges::find(list, next) != list.end(); ++passed) {
    if (passed == list.size()) return *std::ranges::find_if(list, goes_on);  // There are no others.
    next = runnable_.next_after(next);
  }
  return next;
}

inline std::uint32_t BlockRunner::pick_with_first(std::uint32_t after) {
  const auto& list = config().first_threads;
  const auto known = std::ranges::find(list, after);
  if (known == list.end()) {
    after_ = after;
    return pick_from_list(0);
  }
  // If it could go on, it lets others do so: those behind it.
  return pick_from_list(runnable_.contains(after) ? static_cast<std::size_t>(known - list.begin()) + 1 : 0);
}

/// The next runnable thread in the order of the schedule; kMaxThreads if there is none.
inline std::uint32_t BlockRunner::pick(std::uint32_t after) {
  switch (schedule_) {
    case Schedule::kForward:
      return runnable_.next_after(after);
    case Schedule::kReverse:
      return runnable_.previous_before(after);
    case Schedule::kRandom:
      break;
    case Schedule::kFirst:
      return pick_with_first(after);
  }
  return runnable_.next_after(static_cast<std::uint32_t>(random_()) % count_);
}

inline std::uint32_t BlockRunner::pick_first() {
  if (schedule_ == Schedule::kFirst) {
    after_ = kMaxThreads - 1;
    return pick_from_list(0);
  }
  return pick(schedule_ == Schedule::kReverse ? 0 : kMaxThreads - 1);
}

/// The thread that goes on when `after` cannot. Opens the barrier if that is what all wait for.
inline std::uint32_t BlockRunner::next_or_release(std::uint32_t after) {
  const std::uint32_t next = pick(after);
  return next != kMaxThreads ? next : next_when_none_runs(after);
}

std::uint32_t BlockRunner::next_when_none_runs(std::uint32_t after) {
  if (lanes_waiting_ != 0 && resolve_active_masks()) return pick(after);
  if (at_cluster_count_ != 0) {
    stand_aside_for_cluster();
    return pick_first();
  }
  if (waiting_count_ + exited_count_ != count_) {
    stand_still();
  }
  release_barrier();
  return pick_first();
}

inline Context& BlockRunner::context_to_run(std::uint32_t next) {
  return on_fiber_.contains(next) ? slots_[next].context : fiber_to_start(next);
}

Context& BlockRunner::fiber_to_start(std::uint32_t next) {
  assert(next < count_ && runnable_.contains(next) && !on_fiber_.contains(next));
  next_to_start_ = next;
  if (idle_.empty()) {
    fibers_.push_back(std::make_unique<Context>());
    being_made_ = fibers_.back().get();
    being_made_->prepare(stacks_.stack(fibers_.size() - 1), &BlockRunner::fiber_main);
    return *being_made_;
  }
  Context& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

/// Suspends the running thread, which has left runnable_ or wants others to go first, until it is picked.
[[gnu::always_inline]] inline void BlockRunner::wait(std::uint32_t rank, const void* pc) {
  assert(!in_step_);
  const std::uint32_t next = next_or_release(rank);
  if (next == rank) return;
  if (fiber_pc_ == nullptr) [[unlikely]]
    fiber_pc_ = pc;
  // Before the switch: what the next thread's barrier needs must not wait for the cache lines of its stack.
  give_turn(next);
  context_to_run(next).resume_from(slots_[rank].context);
}

void BlockRunner::wait_for_lanes(std::uint32_t rank) { wait(rank, slots_[rank].pc); }

/// Suspends the running thread, which could go on, until it is picked; `next` goes on.
void BlockRunner::hand_over(std::uint32_t rank, std::uint32_t next) {
  assert(!in_step_ && runnable_.contains(rank) && runnable_.contains(next) && next != rank);
  if (fiber_pc_ == nullptr) fiber_pc_ = slots_[rank].pc;
  give_turn(next);
  context_to_run(next).resume_from(slots_[rank].context);
}

void BlockRunner::park(const void* pc) {
  leave_step();
  const std::uint32_t rank = current.thread;
  slots_[rank].pc = pc;
  runnable_.erase(rank);
  wait(rank, pc);
}

void BlockRunner::barrier(const void* pc) {
  leave_step();
  const std::uint32_t rank = current.thread;
  arrive(rank, pc);
  wait(rank, pc);
}

[[gnu::always_inline]] inline void BlockRunner::arrive(std::uint32_t rank, const void* pc) {
  if (waiting_count_ == 0) {
    barrier_pc_ = pc;
    barriers_differ_ = false;
  } else if (pc != barrier_pc_) {
    barriers_differ_ = true;
  }
  slots_[rank].pc = pc;
  runnable_.erase(rank);
  waiting_.insert(rank);
  ++waiting_count_;
}

int BlockRunner::reducing_barrier(const void* pc, Reduce reduce, int predicate) {
  if (predicate != 0) ++barrier_true_;
  barrier(pc);
  switch (reduce) {
    case Reduce::kCount:
      return static_cast<int>(released_true_);
    case Reduce::kAnd:
      return released_true_ == released_count_ ? 1 : 0;
    case Reduce::kOr:
      return released_true_ != 0 ? 1 : 0;
  }
  return 0;
}

void BlockRunner::grid_barrier(const void* pc) {
  if (!launch_->cooperative) fail({.reason = StopReason::kNotCooperative, .thread = current.thread, .pc = pc});
  ++at_grid_barrier_;
  barrier(pc);
}

void BlockRunner::release_barrier() {
  assert(waiting_count_ + exited_count_ == count_ && lanes_waiting_ == 0);
  stop_if_requested(barrier_pc_);
  if (at_grid_barrier_ != 0 && (stopped_ || at_grid_barrier_ != waiting_count_)) stand_still();
  const void* pc = barrier_pc_;
  if (barriers_differ_) pc = slots_[waiting_.next_after(kMaxThreads - 1)].pc;
  if ((barriers_differ_ || exited_count_ != 0) && !stopped_) tell_divergence(pc);
  runnable_ = waiting_;
  waiting_.clear();
  have_parted_ = have_parted_ || barriers_differ_;
  released_true_ = std::exchange(barrier_true_, 0);
  released_count_ = std::exchange(waiting_count_, 0);
  observers().barriers->on_barrier(pc);
  if (at_grid_barrier_ != 0) wait_for_grid(pc);
}

void BlockRunner::wait_for_grid(const void* pc) {
  at_grid_barrier_ = 0;
  const Resident::Answer answer = self_->wait_for_grid({runnable_.next_after(kMaxThreads - 1), pc});
  stop_if_requested(pc);
  if (answer == Resident::Answer::kWithdraw) withdraw();
}

/// Where a kernel that never ends passes often, but the signals seldom meet the user's code.
void BlockRunner::stop_if_requested(const void* pc) {
  if (const auto reason = stop_requested()) abandon({.reason = *reason, .thread = current.thread, .pc = pc});
}

void BlockRunner::yield(const void* pc) {
  leave_step();
  wait(current.thread, pc);
}

void BlockRunner::exit_thread() {
  leave_step();
  has_graves_ = true;
  const std::uint32_t next = after_exit(current.thread);
  Context grave;  // The thread's stack is lost until the block's end: nothing will unwind it.
  if (next == kMaxThreads) {
    current.in_kernel = false;
    host_.resume_from(grave);
  } else {
    give_turn(next);
    context_to_run(next).resume_from(grave);
  }
  __builtin_unreachable();
}

}  // namespace fencepost::sim
