#include "sim/residents.h"

#include <sched.h>

#include <utility>

#include "sim/current.h"
#include "sim/fault.h"
#include "sim/parked_threads.h"

namespace fencepost::sim {

namespace {
/// Turns without any progress, for each resident, after which there will be none.
constexpr std::uint64_t kHopelessTurns = 16;
}  // namespace

Resident::Answer Resident::pass_turn() {
  const BusySection busy;
  return all_.pass_turn(*this);
}

Resident::Answer Resident::wait_for_grid(const Waiter& first) {
  const BusySection busy;
  at_grid_ = first;
  return all_.wait_for_grid(*this);
}

void Resident::made_progress() {
  if (!spins_) return;
  const BusySection busy;
  const std::scoped_lock lock(all_.mutex_);
  all_.progress(*this);
}

void Residents::enter() {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (!alone_) lock.lock();
  ++running_;
  ++residents_;
}

std::optional<BlockRank> Residents::take(Resident& self, std::uint64_t chunk) {
  self.made_progress();
  self.withdrawn_ = false;
  if (std::exchange(self.begins_, false)) return self.block_ = self.next_++;
  const BlockRank end = blocks_to_run();
  if (stop_requested() != StopRequest::kNone) return std::nullopt;
  if (others_wait_.load(std::memory_order_relaxed)) {
    const std::scoped_lock lock(mutex_);
    passes_ = 0;
    put_back(self);
    if (!ready_.empty()) return std::nullopt;
    if (put_back_.empty()) {
      others_wait_ = false;
    } else {
      const auto range = put_back_.extract(put_back_.begin());
      self.next_ = range.key();
      self.last_ = range.mapped();
    }
  }
  if (self.next_ == self.last_) {
    if (next_.load(std::memory_order_relaxed) >= end) return std::nullopt;
    self.next_ = next_.fetch_add(chunk, std::memory_order_relaxed);
    self.last_ = std::min(self.next_ + chunk, info_.grid.count());
  }
  if (self.next_ >= end) {
    self.next_ = self.last_;
    return std::nullopt;
  }
  return self.block_ = self.next_++;
}

bool Residents::leave(Resident& self) {
  if (alone_) return true;
  const std::scoped_lock lock(mutex_);
  put_back(self);
  if (ready_.empty() && any_block_left()) return false;
  --residents_;
  self.has_turn_ = false;
  if (!ready_.empty()) {
    wake_next();
  } else if (--running_ == 0 && !at_grid_.empty()) {
    open_grid();
  }
  return true;
}

void Residents::stop_at(BlockRank block) { end_.store(block, std::memory_order_relaxed); }

void Residents::wait_for_all() {
  if (alone_) return;
  std::unique_lock lock(mutex_);
  if (all_left_) all_left_->wait(lock, [&] { return on_own_threads_ == 0; });
}

void Residents::progress(Resident& self) {
  passes_ = 0;
  if (!self.spins_) return;
  self.spins_ = false;
  --spinning_;
}

void Residents::put_back(Resident& self) {
  if (self.next_ < self.last_) {
    put_back_.emplace(self.next_, self.last_);
    others_wait_ = true;
  }
  self.next_ = self.last_;
}

bool Residents::any_block_left() const {
  if (stop_requested() != StopRequest::kNone) return false;
  return next_.load(std::memory_order_relaxed) < blocks_to_run() ||
         (!put_back_.empty() && put_back_.begin()->first < blocks_to_run());
}

/// The least block that nobody has taken.
std::optional<BlockRank> Residents::next_block() {
  if (!put_back_.empty()) {
    const auto [first, last] = *put_back_.begin();
    put_back_.erase(put_back_.begin());
    if (first + 1 < last) put_back_.emplace(first + 1, last);
    return first;
  }
  const BlockRank block = next_.fetch_add(1, std::memory_order_relaxed);
  return block < info_.grid.count() ? std::optional(block) : std::nullopt;
}

/// Begins a block on an OS thread of its own, which gets the caller's turn.
bool Residents::start_another() {
  if (residents_ >= kMostResidents || !any_block_left()) return false;
  const std::optional<BlockRank> next = next_block();
  if (!next) return false;
  const BlockRank block = *next;
  if (!all_left_) all_left_.emplace();
  const bool started = run_on_parked_thread([this, block] {
    Resident resident(*this);
    resident.next_ = block;
    resident.last_ = block + 1;
    resident.begins_ = true;
    launch_.run_blocks(resident);
    const std::scoped_lock lock(mutex_);
    if (--on_own_threads_ == 0) all_left_->notify_all();
  });
  if (!started) {
    put_back_.emplace(block, block + 1);
    return false;
  }
  ++on_own_threads_;
  ++residents_;
  return true;
}

void Residents::wake_next() {
  Resident& next = *ready_.front();
  ready_.erase(ready_.begin());
  if (ready_.empty() && put_back_.empty()) others_wait_ = false;
  next.has_turn_ = true;
  if (next.spins_) ++spinning_;
  if (next.wake_) next.wake_->notify_one();
}

void Residents::wait_for_turn(Resident& self, std::unique_lock<std::mutex>& lock) {
  if (std::exchange(in_order_, false)) launch_.on_first_pass();
  if (!self.wake_) self.wake_.emplace();
  self.wake_->wait(lock, [&] { return self.has_turn_; });
}

Resident::Answer Residents::pass_turn(Resident& self) {
  std::unique_lock lock(mutex_);
  if (alone_) alone_ = false;
  put_back(self);
  ++passes_;
  if (!self.spins_) {
    self.spins_ = true;
    ++spinning_;
  }
  const bool hopeless = passes_ > kHopelessTurns * (residents_ + turns_);
  const bool all_spin = spinning_ == running_;
  if (self.block_ >= end() || (hopeless && end() < info_.grid.count())) {
    self.withdrawn_ = true;
    return Resident::Answer::kWithdraw;
  }
  self.has_turn_ = false;
  --spinning_;
  // Blocks that have not begun come first: whoever waits, waits for one of them as likely as for any other.
  if (all_spin && start_another()) {
    passes_ = 0;
  } else if (hopeless && residents_ >= kMostResidents && any_block_left()) {
    self.has_turn_ = true;
    ++spinning_;
    return Resident::Answer::kTooManyBlocks;
  } else if (!ready_.empty()) {
    wake_next();
  } else {
    self.has_turn_ = true;
    ++spinning_;
    lock.unlock();
    if (turns_ > 1) sched_yield();
    return Resident::Answer::kGoOn;
  }
  ready_.push_back(&self);
  others_wait_ = true;
  wait_for_turn(self, lock);
  self.withdrawn_ = self.block_ >= end();
  return self.withdrawn_ ? Resident::Answer::kWithdraw : Resident::Answer::kGoOn;
}

Resident::Answer Residents::wait_for_grid(Resident& self) {
  std::unique_lock lock(mutex_);
  if (alone_) alone_ = false;
  put_back(self);
  progress(self);
  self.has_turn_ = false;
  at_grid_.push_back(&self);
  if (start_another()) {
    // It has the turn.
  } else if (!ready_.empty()) {
    wake_next();
  } else if (--running_ == 0) {
    open_grid();
  }
  wait_for_turn(self, lock);
  return self.withdrawn_ ? Resident::Answer::kWithdraw : Resident::Answer::kGoOn;
}

/// Every block that has not ended stands at the barrier of the grid.
void Residents::open_grid() {
  std::ranges::sort(at_grid_, {}, &Resident::block_);
  const bool stopped = end() < info_.grid.count();
  if (!stopped && stop_requested() == StopRequest::kNone) {
    observer().on_grid_barrier();
    BlockRank left = 0;
    while (left < at_grid_.size() && at_grid_[left]->block_ == left) ++left;
    if (left < info_.grid.count()) {
      observer().on_grid_barrier_divergence(at_grid_.front()->block_, at_grid_.front()->at_grid_, left);
    }
  }
  for (Resident* resident : at_grid_) {
    resident->withdrawn_ = stopped;
    ready_.push_back(resident);
  }
  at_grid_.clear();
  others_wait_ = true;
  while (running_ < turns_ && !ready_.empty()) {
    ++running_;
    wake_next();
  }
}

}  // namespace fencepost::sim
