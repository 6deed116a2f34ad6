#include "detector/contract/block.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "detector/contract/launch.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/worker/access_listener.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/arena.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"
#include "sim/interface/program_variables.h"

namespace fencepost::detector {
namespace {

using Mistake = ContractMistake::Kind;
using contract::library::Occasion;

std::atomic<bool> old_is_read{false};

/// Initialised by the first contract that its OS thread meets; others pay one load of a flag.
ContractBlock& block_of_this_thread() {
  thread_local ContractBlock block;
  return block;
}
thread_local bool open_here = false;

Permissions::Need need_of(unsigned kind) {
  using Need = Permissions::Need;
  if ((kind & kWrites) == 0) return (kind & kIsAtomic) != 0 ? Need::kSomeOrAtomic : Need::kSome;
  return (kind & kIsAtomic) != 0 ? Need::kAllOrAtomic : Need::kAll;
}

/// Compares the accesses of a block with what its threads have. Tells whoever listened before.
class AccessCheck final : public BlockListener {
 public:
  AccessCheck(ContractBlock& block, std::unique_ptr<BlockListener> next) : block_(block), next_(std::move(next)) {}

  void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) override {
    if (next_ != nullptr) next_->on_access(address, bytes, kind, pc);
    const ThreadContract& thread = block_.threads()[sim::current.thread];
    if (!thread.compared) return;
    const HeldRange* range = thread.held.find(address);
    if (range != nullptr && range->contains(address + bytes - 1)) {
      if (range->share == Share::kAll) return;
      if (Permissions::is_enough(range->share, need_of(kind))) return;
    }
    const sim::BusySection busy;
    block_.check_access(address, bytes, kind, pc);
  }
  void on_basic_block(const void* pc, const void* frame) override {
    if (next_ != nullptr) next_->on_basic_block(pc, frame);
  }
  void on_interval_end(const void* barrier_pc) override {
    if (next_ != nullptr) next_->on_interval_end(barrier_pc);
  }

 private:
  ContractBlock& block_;
  std::unique_ptr<BlockListener> next_;
};

}  // namespace

void expect_old_memory() { old_is_read = true; }

OldMemory::OldMemory(const Permissions& held) {
  if (!old_is_read.load(std::memory_order_relaxed)) return;
  for (const HeldRange& range : held.ranges()) {
    if (!range.share.is_some()) continue;
    ranges_.push_back({range.begin, range.end, bytes_.size()});
    const auto* from = reinterpret_cast<const std::byte*>(range.begin);  // NOLINT(performance-no-int-to-ptr)
    bytes_.insert(bytes_.end(), from, from + (range.end - range.begin));
  }
}

bool OldMemory::read(void* to, std::uintptr_t address, std::size_t bytes) const {
  auto* out = static_cast<std::byte*>(to);
  while (bytes != 0) {
    const auto at = std::ranges::upper_bound(ranges_, address, {}, &Range::end);
    if (at == ranges_.end() || address < at->begin) return false;
    const std::size_t count = std::min<std::size_t>(bytes, at->end - address);
    std::memcpy(out, bytes_.data() + at->at + (address - at->begin), count);
    out += count;
    address += count;
    bytes -= count;
  }
  return true;
}

const OldMemory& ThreadContract::innermost_old() const {
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (frames[i].is_function) return frames[i].old;
  }
  return old;
}

ContractBlock* ContractBlock::of_running_thread() {
  if (!sim::current.in_kernel || access_state.epoch_bits == 0) return nullptr;
  ContractBlock& block = block_of_this_thread();
  if (!open_here) block.open(*sim::current.runner->launch(), sim::current.runner->block());
  return &block;
}

bool ContractBlock::is_open() { return open_here; }

void ContractBlock::open(const sim::LaunchInfo& launch, sim::BlockRank block) {
  const sim::BusySection busy;
  launch_ = &launch;
  block_ = block;
  listens_ = false;
  threads_.clear();
  threads_.resize(launch.block.count());
  open_here = true;
}

void ContractBlock::close() {
  ContractBlock& block = block_of_this_thread();
  for (auto& [passing, exchange] : block.exchanges_) {
    if (exchange.left == exchange.arrived) block.compare(passing, exchange);
  }
  block.exchanges_.clear();
  compare_with_all(block.shared_at_entry_, [&](Balance balance, const Imbalance& imbalance) {
    const Mistake kind = balance == Balance::kUnknown ? Mistake::kInexact : Mistake::kTooMuch;
    block.note_sum(kind, Occasion::kKernelEntry, nullptr, 0, imbalance);
  });
  block.shared_at_entry_.clear();
  block.places_.clear();
  block.given_.clear();
  open_here = false;
  end_contract_block(std::exchange(block.log_, {}), std::exchange(block.global_at_entry_, {}),
                     std::exchange(block.taken_back_, {}), std::exchange(block.counts_, {}));
}

ThreadContract& ContractBlock::running_thread() { return threads_[sim::current.thread]; }

std::uint32_t ContractBlock::interval() const { return access_state.worker->interval(); }

ContractMistake::Instance ContractBlock::instance(std::uintptr_t address) const {
  return {block_, interval(), sim::current.thread, address};
}

void ContractBlock::enter_kernel(bool permissions) {
  ThreadContract& thread = running_thread();
  if (!std::exchange(thread.entered, true)) thread.compared = permissions;
  if (!permissions) {
    if (block_ == 0 && sim::current.thread == 0) note_kernel_without_permissions(*launch_);
    return;
  }
  if (listens_) return;
  listens_ = true;
  access_state.worker->listen_through(
      [this](std::unique_ptr<BlockListener> next) { return std::make_unique<AccessCheck>(*this, std::move(next)); });
}

void ContractBlock::grant_at_entry(const HeldRange& range, Space space) {
  if (space == Space::kShared) {
    shared_at_entry_.push_back({range, sim::current.thread});
  } else {
    global_at_entry_.push_back({range, rank_in_grid(sim::current.thread)});
  }
}

void ContractBlock::arrive(const contract::Clause& barrier) {
  ThreadContract& thread = running_thread();
  thread.arrived_in = interval();
  thread.barrier = &barrier;
  ++exchanges_[{thread.arrived_in, &barrier}].arrived;
}

void ContractBlock::hand_in(const HeldRange& range) {
  const ThreadContract& thread = running_thread();
  exchanges_[{thread.arrived_in, thread.barrier}].handed_in.push_back({range, sim::current.thread});
}

void ContractBlock::give(const HeldRange& range) {
  const ThreadContract& thread = running_thread();
  exchanges_[{thread.arrived_in, thread.barrier}].given.push_back({range, sim::current.thread});
}

void ContractBlock::note_kept() {
  const ThreadContract& thread = running_thread();
  const auto note = [&](const Permissions& permissions) {
    for (const HeldRange& range : permissions.ranges()) {
      if (range.share.atomics == 0) continue;
      exchanges_[{thread.arrived_in, thread.barrier}].kept.push_back({range, sim::current.thread});
    }
  };
  note(thread.held);
  for (const ContractFrame& frame : thread.frames) note(frame.rest);
}

void ContractBlock::depart() {
  const ThreadContract& thread = running_thread();
  const auto at = exchanges_.find({thread.arrived_in, thread.barrier});
  if (at == exchanges_.end()) return;
  ++at->second.left;
  // Other threads may still come to a barrier that is not the block's. It is compared at the block's end.
  if (at->second.left != at->second.arrived || interval() == thread.arrived_in) return;
  compare(at->first, at->second);
  exchanges_.erase(at);
}

void ContractBlock::compare(const Passing& passing, Exchange& exchange) {
  compare_grants(exchange.given, exchange.handed_in, exchange.kept, true,
                 [&](Balance balance, const Imbalance& imbalance) {
                   const Mistake kind = imbalance.keeper                ? Mistake::kStillLent
                                        : balance == Balance::kInvented ? Mistake::kInvented
                                        : balance == Balance::kLeaked   ? Mistake::kLeaked
                                                                        : Mistake::kInexact;
                   note_sum(kind, Occasion::kDeparture, passing.second, passing.first, imbalance);
                 });
  if (launch_->grid.count() == 1) return;
  for (Grant& grant : taken_back(exchange.given, exchange.handed_in)) {
    if (place(grant.range.begin).space == Space::kShared) continue;
    grant.thread = rank_in_grid(grant.thread);
    taken_back_.push_back({grant, passing.second, passing.first});
  }
}

std::uint64_t ContractBlock::rank_in_grid(std::uint64_t thread) const {
  return block_ * launch_->block.count() + thread;
}

std::uintptr_t ContractBlock::name_of(std::uintptr_t address, Space space) const {
  return space == Space::kShared ? address - access_state.worker->shared().begin : address;
}

void ContractBlock::note_sum(Mistake kind, Occasion occasion, const contract::Clause* barrier, std::uint32_t interval,
                             const Imbalance& imbalance) {
  const Space space = place(imbalance.begin).space;
  const std::uint32_t bytes = imbalance.element_bytes;
  ContractLog::Key key{.kind = kind, .occasion = occasion, .clause = barrier};
  // A leak is told once for its barrier; too much, for each clause that gives it.
  const contract::Clause* second = imbalance.lowest.size() > 1 ? imbalance.lowest[1].range.granted : nullptr;
  if (barrier == nullptr) {
    key.clause = imbalance.lowest[0].range.granted;
    key.other = second;
  } else if (kind != Mistake::kLeaked) {
    key.other = imbalance.lowest[0].range.granted;
  }
  const ContractMistake::Instance at{block_, interval, imbalance.lowest[0].thread, name_of(imbalance.begin, space)};
  const auto keeper = imbalance.keeper ? std::optional(rank_in_grid(*imbalance.keeper)) : std::nullopt;
  log_.add(key, at, (imbalance.end - imbalance.begin + bytes - 1) / bytes, [&] {
    return ContractMistake::Facts{.space = space,
                                  .bytes = bytes,
                                  .wanted = imbalance.given.value_or(Share::kNothing),
                                  .had = imbalance.available.value_or(Share::kNothing),
                                  .lowest = imbalance.lowest,
                                  .keeper = keeper};
  });
}

void ContractBlock::note(const ContractLog::Key& key, std::uintptr_t address, std::uint32_t bytes,
                         ContractMistake::Facts facts) {
  facts.space = bytes == 0 ? Space::kNone : place(address).space;
  // What is nobody's memory is named after its neighbours.
  if (bytes != 0 && facts.space == Space::kNone && sim::arena_bounds.contains(reinterpret_cast<void*>(address))) {
    facts.space = Space::kGlobal;
  }
  facts.bytes = bytes;
  log_.add(key, instance(bytes == 0 ? 0 : name_of(address, facts.space)), 1, [&] { return std::move(facts); });
}

ContractPlace ContractBlock::place(std::uintptr_t address) {
  for (const ContractPlace& known : places_) {
    if (address >= known.begin && address < known.end) return known;
  }
  const auto* pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  if (sim::current.runner->is_local(pointer)) return {Space::kLocal, 0, UINTPTR_MAX};
  const ShadowRange& shared = access_state.worker->shared();
  ContractPlace found;
  if (shared.contains(address)) {
    if (const auto object = object_at(Space::kShared, address - shared.begin, *launch_)) {
      found = {Space::kShared, shared.begin + object->begin, shared.begin + object->begin + object->variable.bytes};
    }
  } else if (const auto object = object_at(Space::kGlobal, address, *launch_)) {
    const Space space = sim::is_constant_variable(pointer) ? Space::kConstant : Space::kGlobal;
    found = {space, object->begin, object->begin + object->variable.bytes};
  }
  if (address < found.begin || address >= found.end) return {};
  constexpr std::size_t kMost = 16;
  if (places_.size() == kMost) places_.clear();
  places_.push_back(found);
  return found;
}

void ContractBlock::check_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  const ThreadContract& thread = running_thread();
  const bool writes = (kind & kWrites) != 0;
  const auto lacking = thread.held.first_lacking(address, address + bytes, need_of(kind));
  if (!lacking) return;
  if (sim::is_constant_variable(reinterpret_cast<const void*>(address))) return;  // NOLINT(performance-no-int-to-ptr)
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto allocation = sim::Arena::instance().find(reinterpret_cast<const void*>(address));
  if (allocation && allocation->space == sim::MemorySpace::kHeap) return;  // The kernel's own.
  const HeldRange* range = thread.held.find(*lacking);
  SiteId site = Sites::instance().find(pc);
  if (site == 0)
    site = Sites::instance().number(pc, static_cast<std::uint32_t>(std::min<std::size_t>(bytes, 1U << 30)));
  const ContractLog::Key key{.kind = Mistake::kAccess,
                             .occasion = Occasion::kKernelEntry,
                             .clause = range != nullptr ? range->granted : nullptr,
                             .site = site,
                             .writes = writes};
  note(key, *lacking, static_cast<std::uint32_t>(bytes - (*lacking - address)),
       {.access = kind, .had = range != nullptr ? range->share : Share::kNothing});
}

}  // namespace fencepost::detector
