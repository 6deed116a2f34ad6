// Blocks of clusters: they begin together, wait at the barrier of their cluster, and for each other's ends.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "sim/cluster/cluster.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/fault.h"
#include "sim/engine/residents.h"
#include "sim/interface/current.h"
#include "sim/os/parked_threads.h"

namespace fencepost::sim {

namespace {
/// Turns that spinning blocks of a cluster give each other before one of another cluster begins.
constexpr std::uint32_t kSiblingTurns = 64;
}  // namespace

Resident::Answer Resident::wait_for_cluster() {
  const BusySection busy;
  return all_.wait_for_cluster(*this);
}

void Resident::open_cluster() {
  const BusySection busy;
  all_.open_cluster(*this);
}

void Resident::wait_for_cluster_end(bool completed) {
  const BusySection busy;
  all_.wait_for_cluster_end(*this, completed);
}

/// `self` is about to run the first block of a cluster: the others get OS threads, and turns later.
void Residents::begin_cluster(Resident& self) {
  std::unique_lock lock(shared_->mutex);
  const auto cluster = std::make_shared<Cluster>(info_, self.next_);
  self.cluster_ = cluster;
  self.rank_in_cluster_ = 0;
  cluster->come(0);
  for (std::uint32_t rank = 1; self.next_ + rank < self.last_; ++rank) {
    const auto member = std::make_shared<Resident>(*this);
    member->next_ = self.next_ + rank;
    member->last_ = member->next_ + 1;
    member->begins_ = true;
    member->has_turn_ = false;
    member->cluster_ = cluster;
    member->rank_in_cluster_ = rank;
    make_ready(*member);
    ++shared_->residents;
    ++shared_->on_own_threads;
    const bool started = run_on_parked_thread([this, member] {
      {
        std::unique_lock waiting(shared_->mutex);
        member->cluster_->come(member->rank_in_cluster_);
        shared_->all_came.notify_all();
        wait_for_turn(*member, waiting);
      }
      launch_.run_blocks(*member);
      const std::scoped_lock leaving(shared_->mutex);
      if (--shared_->on_own_threads == 0) shared_->all_left.notify_all();
    });
    if (started) continue;
    std::fputs("fencepost: error: the system has no OS thread left for a block of a cluster\n", stderr);
    std::_Exit(3);
  }
  self.last_ = self.next_ + 1;
  shared_->all_came.wait(lock, [&] { return cluster->all_have_come(); });
}

void Residents::make_ready(Resident& resident) {
  resident.aside_ = Resident::Aside::kNot;
  shared_->ready.push_back(&resident);
  others_wait_ = true;
}

/// Gives the turn of a resident that needs it no longer to another one.
void Residents::give_turn_away() {
  if (!shared_->ready.empty()) return wake_next();
  if (--shared_->running == 0) release_when_none_runs();
}

/// Those that are left wait for the whole grid; or, when the launch is being stopped, for what will not come.
void Residents::release_when_none_runs() {
  if (shared_->at_cluster.empty()) {
    if (!shared_->at_grid.empty()) open_grid();
    return;
  }
  for (Resident* const resident : shared_->at_cluster) {
    resident->withdrawn_ = true;
    make_ready(*resident);
  }
  shared_->at_cluster.clear();
  ++shared_->running;
  wake_next();
}

void Residents::set_aside(Resident& self, Resident::Aside why) {
  put_back(self);
  progress(self);
  self.aside_ = why;
  self.has_turn_ = false;
  shared_->at_cluster.push_back(&self);
  find_cluster_deadlock(self.cluster());
  give_turn_away();
}

/// If all blocks of the cluster are set aside, and some at its barrier, nobody will open that.
void Residents::find_cluster_deadlock(const Cluster* cluster) {
  if (cluster == nullptr) return;
  const auto of_cluster = [&](const Resident* resident) { return resident->cluster() == cluster; };
  const auto at_barrier = [&](const Resident* resident) {
    return of_cluster(resident) && resident->aside_ == Resident::Aside::kAtCluster;
  };
  const auto aside =
      std::ranges::count_if(shared_->at_cluster, of_cluster) + std::ranges::count_if(shared_->at_grid, of_cluster);
  if (aside != cluster->size() || std::ranges::none_of(shared_->at_cluster, at_barrier)) return;
  std::vector<Resident*> found;
  std::ranges::copy_if(shared_->at_cluster, std::back_inserter(found), at_barrier);
  std::erase_if(shared_->at_cluster, at_barrier);
  std::ranges::sort(found, {}, &Resident::rank_in_cluster_);
  const bool stopped = end() < blocks_ || stop_requested().has_value();
  for (Resident* const resident : found) {
    (stopped ? resident->withdrawn_ : resident->hopeless_) = true;
    make_ready(*resident);
  }
}

Resident::Answer Residents::wait_for_cluster(Resident& self) {
  std::unique_lock lock(shared().mutex);
  self.withdrawn_ = self.hopeless_ = false;
  set_aside(self, Resident::Aside::kAtCluster);
  wait_for_turn(self, lock);
  if (self.hopeless_) return Resident::Answer::kHopeless;
  return self.withdrawn_ ? Resident::Answer::kWithdraw : Resident::Answer::kGoOn;
}

void Residents::open_cluster(const Resident& self) {
  const std::scoped_lock lock(shared().mutex);
  something_changed();
  std::vector<Resident*> waiting;
  const auto waits = [&](const Resident* resident) {
    return resident->cluster() == self.cluster() && resident->aside_ == Resident::Aside::kAtCluster;
  };
  std::ranges::copy_if(shared_->at_cluster, std::back_inserter(waiting), waits);
  std::erase_if(shared_->at_cluster, waits);
  std::ranges::sort(waiting, {}, &Resident::rank_in_cluster_);
  for (Resident* const resident : waiting) make_ready(*resident);
}

void Residents::wait_for_cluster_end(Resident& self, bool completed) {
  std::unique_lock lock(shared().mutex);
  const std::shared_ptr<Cluster> cluster = std::move(self.cluster_);
  cluster->end(self.rank_in_cluster_, completed);
  const bool withdrawn = self.withdrawn_;
  if (cluster->all_have_ended()) {
    std::vector<Resident*> waiting;
    const auto waits = [&](const Resident* resident) { return resident->cluster() == cluster.get(); };
    std::ranges::copy_if(shared_->at_cluster, std::back_inserter(waiting), waits);
    std::erase_if(shared_->at_cluster, waits);
    std::ranges::sort(waiting, {}, &Resident::rank_in_cluster_);
    for (Resident* const resident : waiting) make_ready(*resident);
  } else {
    self.cluster_ = cluster;
    set_aside(self, Resident::Aside::kAtEnd);
    wait_for_turn(self, lock);
    self.cluster_.reset();
  }
  self.withdrawn_ = withdrawn;
}

/// Who spins waits for a block of its own cluster as likely as for one of another that has not begun.
bool Residents::prefers_sibling(Resident& self) {
  if (self.cluster_ == nullptr || ++self.sibling_turns_ > kSiblingTurns) return false;
  const auto sibling = std::ranges::find(shared_->ready, self.cluster(), &Resident::cluster);
  if (sibling == shared_->ready.end()) return false;
  std::rotate(shared_->ready.begin(), sibling, sibling + 1);
  return true;
}

// ---- The barrier of a cluster, as the threads of one of its blocks come to it ----

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
    observers().accesses->on_relaxed_arrive(&cluster, false);
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
