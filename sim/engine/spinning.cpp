// Threads that wait in loops: they let others run, and at last it is known that nothing will ever end their wait.
#include <bit>
#include <utility>

#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/state_hash.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

namespace {
/// Passed turns between samples of the threads' states.
constexpr std::uint32_t kPassesPerSample = 8;
/// Passed turns before the first new choice of the place at which a thread is looked at; then twice as many each time.
constexpr std::uint32_t kPassesPerChoice = 64;
}  // namespace

/// True if the thread's turn is over: others have run.
bool BlockRunner::end_turn(const SpinWatch::Operation& operation, const void* pc) {
  const SpinWatch::Verdict verdict = judge_spin(operation, pc);
  if (verdict == SpinWatch::Verdict::kGoOn) return false;
  if (verdict == SpinWatch::Verdict::kSpins) let_other_blocks_run(pc);
  yield(pc);
  return true;
}

void BlockRunner::wait_for_change(const SpinWatch::Operation& operation, const void* pc) {
  stop_if_requested(pc);
  if (judge_spin(operation, pc) == SpinWatch::Verdict::kSpins) let_other_blocks_run(pc);
  yield(pc);
}

SpinWatch::Verdict BlockRunner::judge_spin(const SpinWatch::Operation& operation, const void* pc) {
  leave_step();
  const std::uint32_t rank = current.thread;
  const std::uint32_t may_spin = count_ - exited_count_ - waiting_count_ - at_cluster_count_;
  const SpinWatch::Verdict verdict = spins_.judge(operation, may_spin, exited_count_);
  if (operation.address != nullptr) take_look(rank, pc);
  if (has_passed_ && spins_.saw_news()) {
    has_passed_ = false;
    self_->made_progress();
  }
  return verdict;
}

/// Of the places in a loop it is the same one each time, wherever a verdict finds the thread.
void BlockRunner::take_look(std::uint32_t rank, const void* pc) {
  Look& look = looks_[rank];
  if (!looked_.contains(rank) || pc < look.pc) look = {pc};
  looked_.insert(rank);
  if (!samples_ || pc != look.pc) return;
  const BusySection busy;
  std::uint64_t state = thread_state(pc, stacks_.end_of_stack(__builtin_frame_address(0)));
  if (state != 0 && !frames_.empty()) state = frames_.hash(rank, state);
  // A thread that counts how often it looks will perhaps give up.
  if (look.state != 0 && look.state != state) spins_.note_change();
  look.state = state;
}

/// To be asked each time the block passes its turn on: whether its threads or their shared memory have changed since.
bool BlockRunner::notice_changes() {
  const bool samples_next = ++idle_passes_ % kPassesPerSample == 0;
  if (samples_next || samples_) {
    const std::uint64_t shared = shared_memory_state(*launch_);
    if (std::exchange(shared_state_, shared) != shared && idle_passes_ > kPassesPerSample) spins_.note_change();
  }
  samples_ = samples_next;
  // A place that the compiler has put before the loop, its first test, is not come to again.
  if (idle_passes_ >= kPassesPerChoice && std::has_single_bit(idle_passes_)) looked_.clear();
  if (!spins_.take_changes()) return false;
  looked_.clear();
  idle_passes_ = 0;
  samples_ = false;
  return true;
}

/// All threads that can run have looked at the same place in the same state at least twice. One that only repeats a
/// fence has not: it may look at plain memory in between, unseen.
bool BlockRunner::all_look_alike() const {
  if (!looked_.contains_all_of(runnable_)) return false;
  for (std::uint32_t i = runnable_.next_after(kMaxThreads - 1), n = 0; n < count_; ++n) {
    if (looks_[i].state == 0) return false;
    const std::uint32_t next = runnable_.next_after(i);
    if (next <= i) break;
    i = next;
  }
  return true;
}

/// All threads of the block that can run wait for something that none of them will do.
void BlockRunner::let_other_blocks_run(const void* pc) {
  if (lanes_waiting_ != 0) {
    if (resolve_active_masks()) return;
    if (const auto warp = stuck_warp()) stand_still(first_of_warp(*warp), warp_lanes_);
  }
  if (stopped_) abandon(stop_);  // They have run as far as they can.
  has_passed_ = true;
  observers().accesses->on_pass_turn();
  const bool may_change = notice_changes() || !all_look_alike();
  const Resident::Answer answer = self_->pass_turn(may_change, spins_.host_may_write(), spins_.reads_clock());
  stop_if_requested(pc);
  switch (answer) {
    case Resident::Answer::kGoOn:
      wake_at_cluster();
      return;
    case Resident::Answer::kWithdraw:
      withdraw();
    case Resident::Answer::kHopeless:
      // Another block has found it, perhaps just after this one's threads were told to choose anew where they look.
      if (!all_look_alike()) return;
      stand_still();
    case Resident::Answer::kTooManyBlocks:
      abandon({.reason = StopReason::kTooManyBlocks, .thread = current.thread, .pc = pc});
  }
}

/// Another block has ended the launch.
void BlockRunner::withdraw() {
  if (stopped_) abandon(stop_);
  abandon({});
}

}  // namespace fencepost::sim
