// Threads that wait for others in vain, or where they must not: barriers of blocks, warps and grids.
#include <map>
#include <tuple>
#include <utility>

#include "detector/monitor.h"
#include "detector/sites.h"
#include "detector/worker_shadow.h"
#include "sim/block_runner.h"
#include "sim/current.h"

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

}  // namespace

void Monitor::on_barrier_divergence(std::span<const sim::Waiter> waiters) {
  if (checking_ && options_.checks.sync) stand_still(Kind::kBarrierDivergence, waiters);
}

void Monitor::on_deadlock(std::span<const sim::Waiter> waiters) { stand_still(Kind::kDeadlock, waiters); }

void Monitor::on_warp_misuse(std::span<const sim::Waiter> waiters, bool reads_missing) {
  if (!checking_ || !options_.checks.sync) return;
  const bool lacks_itself = waiters.size() == 1;
  std::string key = lacks_itself ? "warp mask" : reads_missing ? "warp exit, read" : "warp exit";
  const sim::Waiter* first = nullptr;
  for (const sim::Waiter& waiter : waiters) {
    if (waiter.pc == nullptr) continue;
    if (first == nullptr || waiter.pc != first->pc) key += '|' + place_of(waiter.pc);
    if (first == nullptr) first = &waiter;
  }
  Standstill found{.kind = Kind::kBarrierDivergence,
                   .severity = lacks_itself || reads_missing ? Severity::kError : Severity::kWarning,
                   .scope = Scope::kIntraWarp,
                   .block = sim::current.runner->block(),
                   .interval = WorkerShadow::of_this_thread().interval(),
                   .waiters = {waiters.begin(), waiters.end()},
                   .occurrences = 1};
  if (lacks_itself) {
    found.message = "a lane calls a warp operation with a mask that does not name it";
    found.hint = "set the bit of every lane that calls it in the mask, or keep the other lanes away from the call";
  } else {
    found.message = "lanes that the mask of a warp operation names have returned from the kernel";
    if (reads_missing) found.message += ", and another lane receives the undefined value of one of them";
    found.hint = "guard the work instead of returning early, or name in the mask only the lanes that come";
  }
  take_note(std::move(found), key);
}

void Monitor::on_grid_barrier_divergence(sim::BlockRank block, const sim::Waiter& first, sim::BlockRank left) {
  if (!checking_ || !options_.checks.sync) return;
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

void Monitor::stand_still(Kind kind, std::span<const sim::Waiter> waiters) {
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
                   .interval = checking_ ? WorkerShadow::of_this_thread().interval() : 0,
                   .waiters = {waiters.begin(), waiters.end()},
                   .occurrences = 1};
  take_note(std::move(found), key);
}

/// Keeps the first of all that are alike.
void Monitor::take_note(Standstill found, const std::string& key) {
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
