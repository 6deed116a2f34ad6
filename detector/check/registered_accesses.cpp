#include "detector/check/registered_accesses.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "detector/symbols/sites.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {
namespace {

using Key = std::tuple<std::uint64_t, SiteId, std::uint8_t, std::uint8_t>;  // Word, site, kind, mask.

sim::HostMutex mutex;
std::atomic<bool> are_wanted = false;  // Set while no block runs.

/// The least rank of those who did it. Never destroyed: kernels may run until the process is gone.
std::map<Key, std::uint64_t>& accesses() {
  static auto* const all = new std::map<Key, std::uint64_t>;
  return *all;
}

}  // namespace

void begin_registered_accesses(bool wanted) {
  const std::scoped_lock lock(mutex);
  are_wanted.store(wanted, std::memory_order_relaxed);
  accesses().clear();
}

void add_registered_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  if (!are_wanted.load(std::memory_order_relaxed)) return;
  const sim::BusySection busy;
  const sim::BlockRunner& runner = *sim::current.runner;
  const std::uint64_t rank = runner.block() * runner.launch()->block.count() + sim::current.thread;
  Footprint runs;
  runs.add_bytes(address, bytes, Sites::instance().number(pc, static_cast<std::uint32_t>(bytes)),
                 static_cast<std::uint8_t>(kind));
  const std::scoped_lock lock(mutex);
  for (const FootprintRun& run : runs.runs()) {
    for (std::uint64_t word = run.begin; word < run.end; ++word) {
      std::uint64_t& least = accesses().try_emplace({word, run.site, run.kind, run.mask}, rank).first->second;
      least = std::min(least, rank);
    }
  }
}

void take_registered_accesses(Footprint& result) {
  const std::scoped_lock lock(mutex);
  for (const auto& [key, rank] : accesses()) {
    const auto& [word, site, kind, mask] = key;
    result.add(word, site, kind, mask, rank);
  }
  accesses().clear();
}

RegisteredAccesses take_registered_accesses() {
  const std::scoped_lock lock(mutex);
  return {are_wanted.exchange(false), std::exchange(accesses(), {})};
}

void put_back_registered_accesses(RegisteredAccesses taken) {
  const std::scoped_lock lock(mutex);
  are_wanted = taken.are_wanted;
  accesses() = std::move(taken.least_ranks);
}

}  // namespace fencepost::detector
