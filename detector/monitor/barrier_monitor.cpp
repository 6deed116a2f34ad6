#include "detector/monitor/barrier_monitor.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "detector/monitor/ghost.h"
#include "detector/shadow/access_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

namespace {

/// The call chain of a barrier: two with the same one are the same, though the compiler may have copied it.
std::string place_of(const void* pc) {
  std::string place;
  for (const Location& frame : Sites::instance().symboliser().frames(pc)) {
    place += frame.file + ':' + std::to_string(frame.line) + '\n';
  }
  return place;
}

/// A digit for each four lanes of a warp.
std::string mask_text(sim::LaneBits mask) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), sim::warp_size == sim::kWarpSize ? "0x%08llx" : "0x%016llx",
                static_cast<unsigned long long>(mask));
  return text.data();
}

/// "1, 2, 4, 8, 16 or 32"
std::string widths_text() {
  std::string text = "1";
  for (std::uint32_t width = 2; width <= sim::warp_size; width *= 2) {
    text += (width == sim::warp_size ? " or " : ", ") + std::to_string(width);
  }
  return text;
}

std::string lane_text(std::uint32_t lane) { return "lane " + std::to_string(lane); }

std::string metadata_text(const sim::WarpMisuse& misuse) {
  std::string bits = "0b";
  for (int i = 3; i >= 0; --i) bits += (misuse.source >> i & 1) != 0 ? '1' : '0';
  return "the metadata " + bits + " of a product with a sparse factor, given by " + lane_text(misuse.lane) + ',';
}

struct Advice {
  std::string message, hint;
};

/// What a program may ignore, and do no harm.
constexpr bool may_be_meant(sim::WarpMisuse::Kind kind) {
  return kind == sim::WarpMisuse::Kind::kNamedReturned || kind == sim::WarpMisuse::Kind::kOnlyBeyondBlock;
}

Advice advice_on(const sim::WarpMisuse& misuse) {
  const std::string mask = "the mask " + mask_text(misuse.mask) + " of a warp operation";
  const std::string receives = lane_text(misuse.lane) + " receives the undefined value of " + lane_text(misuse.source);
  const std::string guard = "guard the work instead of returning early, or name in the mask only the lanes that come";
  switch (misuse.kind) {
    case sim::WarpMisuse::Kind::kCallerNotNamed:
      if (sim::warp_size == sim::kLargestWarpSize && misuse.mask == sim::first_lanes(sim::kWarpSize)) {
        return {mask + " is that of a warp of 32 threads and does not name " + lane_text(misuse.lane) +
                    ": a wavefront has 64",
                "name all of its lanes, ~0ull, or leave out _sync and the mask"};
      }
      return {mask + " does not name " + lane_text(misuse.lane) + ", which calls it",
              "set the bit of every lane that calls it in the mask, or keep the other lanes away from the call"};
    case sim::WarpMisuse::Kind::kNamedReturned:
      return {mask + " names lanes that have returned from the kernel", guard};
    case sim::WarpMisuse::Kind::kValueOfReturned:
      return {mask + " names lanes that have returned from the kernel, and " + receives, guard};
    case sim::WarpMisuse::Kind::kValueOfUnnamed:
      return {receives + ", which does not take part: " + mask + " does not name it, or there is no such thread",
              "read from lanes only that the mask names and that call the shuffle, too"};
    case sim::WarpMisuse::Kind::kOnlyBeyondBlock:
      return {"no lane of the warp receives a value: " + receives + ", and the block has no such thread",
              "ignore what a lane receives whose source is behind the block's last thread, or make blocks of whole "
              "warps"};
    case sim::WarpMisuse::Kind::kWidth:
      if (misuse.source == sim::kLargestWarpSize) {
        return {"a shuffle goes over 64 lanes, but a warp has 32 threads",
                "take warpSize for the number of lanes, or give a width of " + widths_text()};
      }
      return {"the width " + std::to_string(misuse.source) + " of a shuffle is no power of two from 1 to " +
                  std::to_string(sim::warp_size),
              "give a width of " + widths_text()};
    case sim::WarpMisuse::Kind::kMetadataTwice:
      return {metadata_text(misuse) + " name the same place of its row twice",
              "give the two places of each four (pairs, of elements of 4 bits), two bits each"};
    case sim::WarpMisuse::Kind::kMetadataOrder:
      return {metadata_text(misuse) + " name the right one of two places first, which ordered_metadata excludes",
              "name the left one in the lower bits, and store the elements of A likewise"};
    case sim::WarpMisuse::Kind::kMetadataHalves:
      return {metadata_text(misuse) + " name no element of 32 bits", "give 0b0100 for the left one of two, or 0b1110"};
  }
  return {};
}

Advice advice_on(sim::BarrierMisuse misuse) {
  switch (misuse) {
    case sim::BarrierMisuse::kTooManyArrivals:
      return {"more threads arrive at a barrier object than its phase still expects",
              "initialise it with the number of arrivals of a phase; each thread arrives once and waits before it "
              "arrives again"};
    case sim::BarrierMisuse::kExpectedCount:
      return {"a barrier object is initialised for a number of arrivals that it cannot count",
              "give the number of arrivals that complete a phase, from 1 to 1048575"};
    case sim::BarrierMisuse::kNumber:
      return {"there is no named barrier of this number", "number named barriers from 0 to 15"};
    case sim::BarrierMisuse::kThreads:
      return {
          "the number of threads of a named barrier is not a positive multiple of " + std::to_string(sim::warp_size),
          "count whole warps: those that wait and those that arrive"};
    case sim::BarrierMisuse::kTransactions:
      return {"a barrier object is told of more bytes than it can count",
              "expect at most 1048575 bytes in a phase, as many as its bulk copies bring"};
    case sim::BarrierMisuse::kClusterArrival:
      return {"a thread arrives at the barrier of its cluster again before it has waited there",
              "let each arrival be followed by one wait of the same thread"};
    case sim::BarrierMisuse::kClusterWait:
      return {"a thread waits at the barrier of its cluster without having arrived there",
              "let each wait follow one arrival of the same thread"};
    case sim::BarrierMisuse::kThreadsDiffer:
      return {"threads come to one named barrier with different numbers of threads",
              "give all who take part the same number, or another barrier"};
  }
  return {};
}

/// Of lanes that wait for others: whom for. Empty if none of `waiters` does.
std::string missing_lanes(std::span<const sim::Waiter> waiters) {
  const auto first = std::ranges::find_if(waiters, [](const sim::Waiter& waiter) { return waiter.mask != 0; });
  if (first == waiters.end()) return {};
  for (const sim::Waiter& other : waiters) {
    const bool same_warp = other.thread / sim::warp_size == first->thread / sim::warp_size;
    if (!same_warp || other.pc == nullptr || (first->mask >> other.thread % sim::warp_size & 1) == 0) continue;
    if (other.mask == first->mask) continue;
    return lane_text(first->thread % sim::warp_size) + " of warp " + std::to_string(first->thread / sim::warp_size) +
           " waits with the mask " + mask_text(first->mask) + " for " + lane_text(other.thread % sim::warp_size) +
           (other.mask != 0 ? ", which waits with the mask " + mask_text(other.mask) : ", which waits elsewhere");
  }
  return {};
}

}  // namespace

std::map<std::string, Standstill> BarrierMonitor::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(standstills_, {});
}

void BarrierMonitor::put_back(std::map<std::string, Standstill> taken) {
  const std::scoped_lock lock(mutex_);
  standstills_.merge(taken);
}

void BarrierMonitor::on_barrier(const void* pc) {
  if (!launch_.checking) return;
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  if (access_state.bounds_only) return worker.skip_interval();
  if (ghost_checks_exist()) {
    run_ghost_checks(*sim::current.runner->launch(), sim::current.runner->block(), worker.interval(), pc);
  }
  worker.end_interval(pc);
}

void BarrierMonitor::on_barrier_divergence(std::span<const sim::Waiter> waiters) {
  if (launch_.checking && options_.checks.sync) stand_still(Kind::kBarrierDivergence, waiters);
}

void BarrierMonitor::on_deadlock(std::span<const sim::Waiter> waiters) { stand_still(Kind::kDeadlock, waiters); }

void BarrierMonitor::on_warp_misuse(const sim::WarpMisuse& misuse) {
  if (!launch_.checking || !options_.checks.sync) return;
  std::string key = "warp misuse " + std::to_string(static_cast<int>(misuse.kind));
  // Lanes that wait on fibers come to other copies of a call than those in loops.
  std::set<const void*> known;
  std::set<std::string> places;
  for (const sim::Waiter& waiter : misuse.waiters) {
    if (waiter.pc != nullptr && known.insert(waiter.pc).second) places.insert(place_of(waiter.pc));
  }
  for (const std::string& place : places) key += '|' + place;
  const auto [message, hint] = advice_on(misuse);
  take_note({.kind = Kind::kBarrierDivergence,
             .severity = may_be_meant(misuse.kind) ? Severity::kWarning : Severity::kError,
             .scope = Scope::kIntraWarp,
             .block = sim::current.runner->block(),
             .interval = WorkerShadow::of_this_thread().interval(),
             .waiters = {misuse.waiters.begin(), misuse.waiters.end()},
             .occurrences = 1,
             .message = message,
             .hint = hint},
            key);
}

void BarrierMonitor::on_barrier_misuse(sim::BarrierMisuse misuse, std::span<const sim::Waiter> threads) {
  if (!launch_.checking || !options_.checks.sync) return;
  const sim::BusySection busy;
  std::string key = "barrier misuse " + std::to_string(static_cast<int>(misuse));
  for (const sim::Waiter& thread : threads) key += '|' + place_of(thread.pc);
  const auto [message, hint] = advice_on(misuse);
  take_note({.kind = Kind::kBarrierDivergence,
             .severity = Severity::kError,
             .block = sim::current.runner->block(),
             .interval = WorkerShadow::of_this_thread().interval(),
             .waiters = {threads.begin(), threads.end()},
             .occurrences = 1,
             .message = message,
             .hint = hint},
            key);
}

void BarrierMonitor::note_tensor_memory(sim::BlockRank block, sim::ThreadRank thread, std::uint32_t columns,
                                        const void* pc) {
  if (!launch_.checking || !options_.checks.memory) return;
  take_note({.kind = Kind::kLeak,
             .severity = Severity::kError,
             .scope = Scope::kNone,
             .block = block,
             .waiters = {{.thread = thread, .pc = pc}},
             .occurrences = 1,
             .message = "the block ends with " + std::to_string(columns) + " columns of tensor memory allocated",
             .hint = "let a warp execute tcgen05.dealloc for all that was allocated, when nobody uses it any more"},
            "tensor memory|" + place_of(pc));
}

void BarrierMonitor::on_grid_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left) {
  if (!launch_.checking || !options_.checks.sync) return;
  take_note({.kind = Kind::kBarrierDivergence,
             .severity = Severity::kError,
             .scope = Scope::kInterBlock,
             .block = block,
             .waiters = {first},
             .occurrences = 1,
             .left = left,
             .message = "blocks have returned from the kernel before a barrier of the grid that the others wait at",
             .hint = "let every block of the grid reach grid.sync() equally often"},
            "grid|" + place_of(first.pc));
}

void BarrierMonitor::on_cluster_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left,
                                                   sim::ThreadRank thread_left) {
  if (!launch_.checking || !options_.checks.sync) return;
  take_note({.kind = Kind::kBarrierDivergence,
             .severity = Severity::kWarning,
             .scope = Scope::kInterBlock,
             .block = block,
             .waiters = {first},
             .occurrences = 1,
             .left = left,
             .thread_left = thread_left,
             .message = "threads have returned from the kernel before a barrier of their cluster that others wait at",
             .hint = "let every thread of the cluster reach cluster.sync() equally often"},
            "cluster|" + place_of(first.pc));
}

void BarrierMonitor::on_cluster_deadlock(std::span<const sim::Waiter> waiters) {
  std::map<std::string, bool> places;
  for (const sim::Waiter& waiter : waiters) {
    if (waiter.pc != nullptr) places[place_of(waiter.pc)] = true;
  }
  std::string key = "cluster deadlock";
  for (const auto& [place, _] : places) key += '|' + place;
  take_note({.kind = Kind::kDeadlock,
             .severity = Severity::kError,
             .scope = Scope::kInterBlock,
             .block = sim::current.runner->block(),
             .interval = launch_.checking ? WorkerShadow::of_this_thread().interval() : 0,
             .waiters = {waiters.begin(), waiters.end()},
             .occurrences = 1,
             .message = "no thread of the cluster can go on: some wait at its barrier, others of this block elsewhere",
             .hint = "let every thread of the cluster reach its barrier on every path"},
            key);
}

void BarrierMonitor::stand_still(Kind kind, std::span<const sim::Waiter> waiters) {
  // Two barriers are the same if they have the same call chain: the compiler may copy one.
  std::map<const void*, std::string> places;
  std::string key = std::to_string(static_cast<int>(kind));
  std::map<std::string, bool> distinct;
  bool left = false;
  for (const sim::Waiter& waiter : waiters) {
    if (waiter.pc == nullptr) {
      left = true;
    } else if (auto [at, is_new] = places.try_emplace(waiter.pc); is_new) {
      at->second = place_of(waiter.pc);
      distinct[at->second] = true;
    }
  }
  if (kind == Kind::kBarrierDivergence && distinct.size() <= 1 && !left) return;
  for (const auto& [place, _] : distinct) key += '|' + place;
  if (left) key += "|exit";

  Standstill found{.kind = kind,
                   .severity = kind == Kind::kDeadlock || distinct.size() > 1 ? Severity::kError : Severity::kWarning,
                   .block = sim::current.runner->block(),
                   .interval = launch_.checking ? WorkerShadow::of_this_thread().interval() : 0,
                   .waiters = {waiters.begin(), waiters.end()},
                   .occurrences = 1};
  if (std::ranges::any_of(waiters, &sim::Waiter::spins)) {
    found.message =
        "no thread of the block can go on: some look again and again at memory that nobody changes any more";
    found.hint =
        "let the thread or block that is waited for write what they look at on every path, and before it waits itself";
  } else if (kind == Kind::kDeadlock) {
    if (const std::string missing = missing_lanes(waiters); !missing.empty()) {
      found.message = "no thread of the block can go on: " + missing;
      found.hint = "let every lane that the mask names call the operation, on every path, with the same mask";
    }
  }
  take_note(std::move(found), key);
}

/// Keeps the first of all that are alike.
void BarrierMonitor::take_note(Standstill found, const std::string& key) {
  const std::scoped_lock lock(mutex_);
  auto [at, is_new] = standstills_.try_emplace(key, found);
  if (is_new) return;
  Standstill& known = at->second;
  found.occurrences = known.occurrences + 1;
  const auto when = [](const Standstill& s) { return std::tuple(s.block, s.interval, s.waiters.front().thread); };
  if (when(found) < when(known)) {
    known = std::move(found);
  } else {
    known.occurrences = found.occurrences;
  }
}

}  // namespace fencepost::detector
