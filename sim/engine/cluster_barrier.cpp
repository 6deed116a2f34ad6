// The barrier of a cluster, as the threads of one of its blocks come to it.
#include "sim/cluster/cluster.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

Cluster& BlockRunner::cluster_of_barrier() {
  if (cluster_ != nullptr) return *cluster_;
  if (alone_ == nullptr) {
    const BusySection busy;
    alone_ = std::make_unique<Cluster>(*launch_, block_);
    alone_->begin(0, exited_, stopped_);
    observers().accesses->on_barrier_init(alone_.get(), false);
  }
  return *alone_;
}

void BlockRunner::arrive_at_cluster(bool releases, const void* pc) {
  leave_step();
  const std::uint32_t rank = current.thread;
  stop_if_requested(pc);
  Cluster& cluster = cluster_of_barrier();
  if (!cluster.arrive(rank_in_cluster_, rank, pc)) {
    const Waiter here{rank, pc};
    observers().barriers->on_barrier_misuse(BarrierMisuse::kClusterArrival, {&here, 1});
  }
  if (releases) {
    observers().accesses->on_arrive(&cluster, false, false);
  } else {
    observers().accesses->on_relaxed_arrive(&cluster);
  }
  open_cluster_if_complete();
}

void BlockRunner::wait_for_cluster(const void* pc) {
  leave_step();
  const std::uint32_t rank = current.thread;
  Cluster& cluster = cluster_of_barrier();
  if (!cluster.wait(rank_in_cluster_, rank)) {
    const Waiter here{rank, pc};
    observers().barriers->on_barrier_misuse(BarrierMisuse::kClusterWait, {&here, 1});
    return;
  }
  if (!cluster.is_over(rank_in_cluster_, rank)) {
    at_cluster_.insert(rank);
    ++at_cluster_count_;
    park(pc);
  }
  observers().accesses->on_pass(&cluster, false);
}

void BlockRunner::open_cluster_if_complete() {
  Cluster* const cluster = cluster_ != nullptr ? cluster_ : alone_.get();
  if (cluster == nullptr || !cluster->is_complete()) return;
  const BusySection busy;
  observers().accesses->on_complete(cluster);
  if (const auto divergence = cluster->divergence()) {
    observers().barriers->on_cluster_barrier_divergence(divergence->block, divergence->first, divergence->left,
                                                        divergence->thread_left);
  }
  cluster->begin_next_phase();
  wake_at_cluster();
  if (cluster_ != nullptr) self_->open_cluster();
}

/// Threads wait for the phase that was the current one when they came.
void BlockRunner::wake_at_cluster() {
  if (at_cluster_count_ == 0) return;
  std::uint32_t rank = at_cluster_.next_after(kMaxThreads - 1);
  if (!cluster_of_barrier().is_over(rank_in_cluster_, rank)) return;
  for (; at_cluster_count_ != 0; --at_cluster_count_) {
    at_cluster_.erase(rank);
    runnable_.insert(rank);
    rank = at_cluster_.next_after(rank);
  }
}

/// No thread of the block can run, and some wait for the barrier of the cluster.
void BlockRunner::stand_aside_for_cluster() {
  const void* const pc = slots_[at_cluster_.next_after(kMaxThreads - 1)].pc;
  stop_if_requested(pc);
  if (stopped_) abandon(stop_);  // No wonder: a thread of the block has failed.
  if (cluster_ == nullptr) stand_still();
  const Resident::Answer answer = self_->wait_for_cluster();
  stop_if_requested(pc);
  if (answer == Resident::Answer::kWithdraw) withdraw();
  if (answer == Resident::Answer::kHopeless) {
    // Who is waited for is told by its own block.
    if (at_cluster_count_ + exited_count_ != count_) {
      const BusySection busy;
      observers().barriers->on_cluster_deadlock(waiters());
    }
    abandon({.reason = StopReason::kDeadlock, .thread = current.thread, .pc = pc});
  }
  wake_at_cluster();
}

}  // namespace fencepost::sim
