#include "sim/engine/residents.h"

#include <sched.h>

#include <utility>

#include "sim/engine/fault.h"
#include "sim/engine/state_hash.h"
#include "sim/interface/current.h"
#include "sim/os/parked_threads.h"

namespace fencepost::sim {

namespace {
/// Turns without any progress, for each resident, after which there will be none.
constexpr std::uint64_t kHopelessTurns = 16;
/// Rounds in which nothing has changed after which nothing will.
constexpr std::uint64_t kHopelessRounds = 64;
}  // namespace

Resident::Answer Resident::pass_turn(bool may_change, bool host_may_end_it, bool reads_clock) {
  const BusySection busy;
  return all_.pass_turn(*this, may_change, host_may_end_it, reads_clock);
}

Resident::Answer Resident::wait_for_grid(const Waiter& first) {
  const BusySection busy;
  at_grid_ = first;
  return all_.wait_for_grid(*this);
}

void Resident::made_progress() {
  if (!spins_) return;
  const BusySection busy;
  const std::scoped_lock lock(all_.shared_->mutex);
  all_.progress(*this);
}

/// The only worker makes it when its block has to wait.
TurnState& Residents::shared() {
  if (!shared_) {
    shared_.emplace();
    shared_->running = shared_->residents = 1;
  }
  return *shared_;
}

void Residents::enter(Resident& self) {
  if (!shared_) return;
  const std::scoped_lock lock(shared_->mutex);
  ++shared_->running;
  ++shared_->residents;
  // The share of the OS thread, unless another one was quicker to take it.
  static std::atomic<unsigned> threads{0};
  thread_local const unsigned number = threads++;
  for (unsigned i = 0; i < turns_ && !self.share_; ++i) {
    const unsigned share = (number + i) % turns_;
    if (!shared_->shares_taken.insert(share).second) continue;
    self.share_ = share;
  }
}

std::optional<BlockRank> Residents::take(Resident& self) {
  if (!shared_) {
    const BlockRank block = given_[0].load(std::memory_order_relaxed);
    if (block >= blocks_to_run() || stop_requested()) return std::nullopt;
    given_[0].store(block + 1, std::memory_order_relaxed);
    return self.block_ = block;
  }
  self.made_progress();
  self.withdrawn_ = false;
  if (std::exchange(self.begins_, false)) return begin(self);
  if (stop_requested()) return std::nullopt;
  if (others_wait_.load(std::memory_order_relaxed) && !take_back(self)) return std::nullopt;
  if (self.next_ == self.last_) {
    if (!take_chunk(self)) return std::nullopt;
  }
  if (self.next_ < blocks_to_run()) return begin(self);
  self.next_ = self.last_;
  return std::nullopt;
}

BlockRank Residents::begin(Resident& self) {
  if (cluster_ > 1 && self.cluster_ == nullptr) begin_cluster(self);
  return self.block_ = self.next_++;
}

unsigned Residents::least_share() const {
  unsigned least = 0;
  for (unsigned share = 1; share < turns_; ++share) {
    if (first_of(share) < first_of(least)) least = share;
  }
  return least;
}

/// The first block of the next chunk.
std::optional<BlockRank> Residents::take_of_share(unsigned share) {
  if (first_of(share) >= blocks_to_run()) return std::nullopt;
  const BlockRank first = (given_[share].fetch_add(1, std::memory_order_relaxed) * turns_ + share) * chunk_;
  return first < blocks_ ? std::optional(first) : std::nullopt;
}

/// The resident has nothing left. Blocks begin nearly in ascending order, since others may wait for them.
bool Residents::take_chunk(Resident& self) {
  constexpr std::uint64_t kMostAhead = 4;
  if (!self.share_) {
    const std::scoped_lock lock(shared_->mutex);
    const std::optional<BlockRank> block = any_block_left() ? next_block() : std::nullopt;
    if (!block) return false;
    self.next_ = *block;
    self.last_ = *block + cluster_;
    return true;
  }
  std::optional<BlockRank> first;
  const unsigned least = least_share();
  if (given_[*self.share_] <= given_[least] + kMostAhead) first = take_of_share(*self.share_);
  for (unsigned share = least; !first && first_of(share) < blocks_to_run(); share = least_share()) {
    first = take_of_share(share);
  }
  if (!first) return false;
  self.next_ = *first;
  self.last_ = std::min(*first + chunk_, blocks_);
  return true;
}

/// Exchanges what the resident has taken for the lowest of what was taken and not begun. False if blocks that have
/// begun come first.
bool Residents::take_back(Resident& self) {
  const std::scoped_lock lock(shared_->mutex);
  something_changed();
  put_back(self);
  if (!shared_->ready.empty()) return false;
  if (shared_->put_back.empty()) {
    others_wait_ = false;
    return true;
  }
  const auto range = shared_->put_back.extract(shared_->put_back.begin());
  self.next_ = range.key();
  self.last_ = range.mapped();
  return true;
}

bool Residents::leave(Resident& self) {
  if (!shared_) return true;
  const std::scoped_lock lock(shared_->mutex);
  put_back(self);
  if (shared_->ready.empty() && any_block_left()) return false;
  if (!shared_->hopeless) something_changed();
  --shared_->residents;
  self.has_turn_ = false;
  give_turn_away();
  return true;
}

void Residents::stop_at(BlockRank block) { end_.store(block, std::memory_order_relaxed); }

void Residents::wait_for_all() {
  if (!shared_) return;
  std::unique_lock lock(shared_->mutex);
  shared_->all_left.wait(lock, [&] { return shared_->on_own_threads == 0; });
}

void Residents::something_changed() {
  shared_->passes = shared_->idle_rounds = 0;
  shared_->passed_in_round = 0;
  shared_->host_may_end_it = false;
  shared_->changed_since_wait = true;
  ++shared_->round;
}

void Residents::count_idle(Resident& self) {
  if (std::exchange(self.round_, shared_->round) == shared_->round) return;
  if (++shared_->passed_in_round < shared_->residents - shared_->at_grid.size() - shared_->at_cluster.size()) return;
  shared_->passed_in_round = 0;
  ++shared_->round;
  if (++shared_->idle_rounds % (kHopelessRounds / 2) != 0 || any_block_left() || end() < blocks_) return;
  const std::optional<std::uint64_t> memory = device_memory_state();
  const bool same = !memory || std::exchange(shared_->memory_state, *memory) == *memory;
  if (shared_->idle_rounds < kHopelessRounds || !same) return;
  const auto answer =
      launch_.wait_for_host(shared_->host_may_end_it, std::exchange(shared_->changed_since_wait, false), false);
  // Of memory that is too large to be looked at it is not known whether it stays as it is.
  shared_->hopeless = answer == Launch::HostAnswer::kNever && memory;
  if (shared_->hopeless) return;
  something_changed();
  shared_->changed_since_wait = false;
}

/// The threads look at memory in vain, and read a clock: their wait may end by itself, or by somebody who does not run
/// while they do.
void Residents::let_others_come(bool host_may_end_it) {
  if (any_block_left() || end() < blocks_ || ++shared_->passes_by_clock < shared_->patience_by_clock) return;
  shared_->passes_by_clock = 0;
  shared_->patience_by_clock = std::min(2 * shared_->patience_by_clock, TurnState::kMostPatienceByClock);
  launch_.wait_for_host(host_may_end_it, /*changed=*/false, /*reads_clock=*/true);
}

void Residents::progress(Resident& self) {
  something_changed();
  if (!self.spins_) return;
  self.spins_ = false;
  self.sibling_turns_ = 0;
  --shared_->spinning;
}

void Residents::put_back(Resident& self) {
  if (self.next_ < self.last_) {
    shared_->put_back.emplace(self.next_, self.last_);
    others_wait_ = true;
  }
  self.next_ = self.last_;
}

bool Residents::any_block_left() const {
  if (stop_requested()) return false;
  return first_of(least_share()) < blocks_to_run() ||
         (!shared_->put_back.empty() && shared_->put_back.begin()->first < blocks_to_run());
}

/// The least block that nobody has taken, or the first of the cluster that it is of.
std::optional<BlockRank> Residents::next_block() {
  const unsigned least = least_share();
  if (shared_->put_back.empty() || first_of(least) < shared_->put_back.begin()->first) {
    if (const std::optional<BlockRank> first = take_of_share(least)) {
      shared_->put_back.emplace(*first, std::min(*first + chunk_, blocks_));
      others_wait_ = true;
    }
  }
  if (shared_->put_back.empty()) return std::nullopt;
  const auto [first, last] = *shared_->put_back.begin();
  shared_->put_back.erase(shared_->put_back.begin());
  if (first + cluster_ < last) shared_->put_back.emplace(first + cluster_, last);
  return first;
}

/// Begins a block on an OS thread of its own, which gets the caller's turn.
bool Residents::start_another() {
  if (shared_->residents + cluster_ > kMostResidents || !any_block_left()) return false;
  const std::optional<BlockRank> next = next_block();
  if (!next) return false;
  const BlockRank block = *next;
  const bool started = run_on_parked_thread([this, block] {
    Resident resident(*this);
    resident.next_ = block;
    resident.last_ = block + cluster_;
    resident.begins_ = true;
    launch_.run_blocks(resident);
    const std::scoped_lock lock(shared_->mutex);
    if (--shared_->on_own_threads == 0) shared_->all_left.notify_all();
  });
  if (!started) {
    shared_->put_back.emplace(block, block + cluster_);
    return false;
  }
  ++shared_->on_own_threads;
  ++shared_->residents;
  return true;
}

void Residents::wake_next() {
  Resident& next = *shared_->ready.front();
  shared_->ready.erase(shared_->ready.begin());
  if (shared_->ready.empty() && shared_->put_back.empty()) others_wait_ = false;
  next.has_turn_ = true;
  if (next.spins_) ++shared_->spinning;
  if (next.wake_) next.wake_->notify_one();
}

void Residents::wait_for_turn(Resident& self, std::unique_lock<std::mutex>& lock) {
  if (std::exchange(in_order_, false)) launch_.on_first_pass();
  if (!self.wake_) self.wake_.emplace();
  self.wake_->wait(lock, [&] { return self.has_turn_; });
}

Resident::Answer Residents::pass_turn(Resident& self, bool may_change, bool host_may_end_it, bool reads_clock) {
  std::unique_lock lock(shared().mutex);
  put_back(self);
  if (may_change) {
    something_changed();
    if (reads_clock) let_others_come(host_may_end_it);
  } else {
    shared_->host_may_end_it = shared_->host_may_end_it || host_may_end_it;
    ++shared_->passes;
    count_idle(self);
  }
  if (!self.spins_) {
    self.spins_ = true;
    ++shared_->spinning;
  }
  const bool hopeless = !shared_->host_may_end_it && shared_->passes > kHopelessTurns * (shared_->residents + turns_);
  const bool all_spin = shared_->spinning == shared_->running;
  if (shared_->hopeless) return Resident::Answer::kHopeless;
  if (self.block_ >= end() || (hopeless && end() < blocks_)) {
    self.withdrawn_ = true;
    return Resident::Answer::kWithdraw;
  }
  self.has_turn_ = false;
  --shared_->spinning;
  // Blocks that have not begun come first: whoever waits, waits for one of them as likely as for any other.
  if (all_spin && !prefers_sibling(self) && start_another()) {
    shared_->passes = 0;
  } else if (hopeless && shared_->residents + cluster_ > kMostResidents && any_block_left()) {
    self.has_turn_ = true;
    ++shared_->spinning;
    return Resident::Answer::kTooManyBlocks;
  } else if (!shared_->ready.empty()) {
    wake_next();
  } else {
    self.has_turn_ = true;
    ++shared_->spinning;
    lock.unlock();
    if (turns_ > 1) sched_yield();
    return Resident::Answer::kGoOn;
  }
  shared_->ready.push_back(&self);
  others_wait_ = true;
  wait_for_turn(self, lock);
  if (shared_->hopeless) return Resident::Answer::kHopeless;
  self.withdrawn_ = self.block_ >= end();
  return self.withdrawn_ ? Resident::Answer::kWithdraw : Resident::Answer::kGoOn;
}

Resident::Answer Residents::wait_for_grid(Resident& self) {
  std::unique_lock lock(shared().mutex);
  put_back(self);
  progress(self);
  self.aside_ = Resident::Aside::kAtGrid;
  self.has_turn_ = false;
  shared_->at_grid.push_back(&self);
  find_cluster_deadlock(self.cluster());
  if (!start_another()) give_turn_away();  // Else that one has the turn.
  wait_for_turn(self, lock);
  return self.withdrawn_ ? Resident::Answer::kWithdraw : Resident::Answer::kGoOn;
}

/// Every block that has not ended stands at the barrier of the grid.
void Residents::open_grid() {
  std::ranges::sort(shared_->at_grid, {}, &Resident::block_);
  const bool stopped = end() < blocks_;
  if (!stopped && !stop_requested()) {
    observers().accesses->on_grid_barrier();
    BlockRank left = 0;
    while (left < shared_->at_grid.size() && shared_->at_grid[left]->block_ == left) ++left;
    if (left < blocks_) {
      observers().barriers->on_grid_barrier_divergence(block_begun_at(info_, shared_->at_grid.front()->block_),
                                                       shared_->at_grid.front()->at_grid_, block_begun_at(info_, left));
    }
  }
  for (Resident* resident : shared_->at_grid) {
    resident->withdrawn_ = stopped;
    make_ready(*resident);
  }
  shared_->at_grid.clear();
  while (shared_->running < turns_ && !shared_->ready.empty()) {
    ++shared_->running;
    wake_next();
  }
}

}  // namespace fencepost::sim
