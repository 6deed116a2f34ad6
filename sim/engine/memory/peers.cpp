#include "sim/engine/memory/peers.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "sim/engine/arena.h"
#include "sim/interface/config.h"

namespace fencepost::sim {

namespace {

/// Of each device, a bit for each other one whose memory it may access.
std::array<std::atomic<std::uint32_t>, kMostDevices> enabled_peers{};
/// A bit for each device some of whose memory is of pools.
std::atomic<std::uint32_t> devices_with_pools = 0;

std::atomic<std::uint64_t> changes_of_reach = 0;

/// What the calling thread asked for last of mapped memory: a range that the device may access.
struct KnownReach {
  std::uint64_t changes = ~std::uint64_t{0};
  DeviceNumber device = 0;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool writes = false;
};
thread_local KnownReach known_reach;

constexpr std::uint32_t bit(DeviceNumber device) { return std::uint32_t{1} << device; }

bool is_enabled(DeviceNumber device, DeviceNumber peer) { return (enabled_peers[device] & bit(peer)) != 0; }

}  // namespace

void note_reach_changes() { ++changes_of_reach; }

bool enable_peer(DeviceNumber device, DeviceNumber peer) {
  const bool is_new = (enabled_peers[device].fetch_or(bit(peer)) & bit(peer)) == 0;
  note_reach_changes();
  return is_new;
}

bool disable_peer(DeviceNumber device, DeviceNumber peer) {
  const bool was_enabled = (enabled_peers[device].fetch_and(~bit(peer)) & bit(peer)) != 0;
  note_reach_changes();
  return was_enabled;
}

void forget_peers(DeviceNumber device) {
  enabled_peers[device] = 0;
  for (std::atomic<std::uint32_t>& peers : enabled_peers) peers &= ~bit(device);
  note_reach_changes();
}

void note_pool_memory(DeviceNumber device) { devices_with_pools |= bit(device); }

namespace {

/// A piece of mapped memory.
bool may_access(DeviceNumber device, const Allocation& piece, bool writes) {
  if (piece.peers != nullptr) return (*piece.peers >> (writes ? kFirstWriter : 0) & bit(device)) != 0;
  return piece.device == device || is_enabled(device, piece.device);
}

bool reaches_mapped(DeviceNumber device, const void* address, bool writes) {
  const std::uint64_t changes = changes_of_reach;
  const KnownReach& known = known_reach;
  if (known.changes == changes && known.device == device && (known.writes || !writes) &&
      reinterpret_cast<std::uintptr_t>(address) - known.begin < known.bytes) {
    return true;
  }
  const auto piece = Arena::instance().find(address);
  if (!piece) return true;
  if (!may_access(device, *piece, writes)) return false;
  // Pieces begin and end at multiples of this, or where nothing follows.
  constexpr std::uintptr_t kStep = Arena::kMapAlignment;
  const std::uintptr_t step = reinterpret_cast<std::uintptr_t>(address) / kStep * kStep;
  const auto base = reinterpret_cast<std::uintptr_t>(piece->base);
  const std::uintptr_t begin = std::max(step, base), end = std::min(step + kStep, base + piece->bytes);
  known_reach = {changes, device, begin, end - begin, writes};
  return true;
}

/// All that is mapped, for reading and writing.
bool reaches_all_mapped(DeviceNumber device) {
  struct Known {
    std::uint64_t changes = ~std::uint64_t{0};
    DeviceNumber device = 0;
    bool all = false;
  };
  static thread_local Known known;
  const std::uint64_t changes = changes_of_reach;
  if (known.changes != changes || known.device != device) {
    const auto is_out_of_reach = [&](const Allocation& piece) {
      return piece.space == MemorySpace::kMapped && !may_access(device, piece, true);
    };
    known = {changes, device, std::ranges::none_of(Arena::instance().allocations(), is_out_of_reach)};
  }
  return known.all;
}

}  // namespace

bool reaches(DeviceNumber device, const void* address, bool writes) {
  if (arena_bounds.is_mapped(address)) return reaches_mapped(device, address, writes);
  const unsigned part = arena_bounds.part_of(address);
  if (part == device || part == device_count()) return true;
  if ((devices_with_pools & bit(part)) != 0) {
    const auto allocation = Arena::instance().find(address);
    if (allocation && allocation->peers != nullptr) return (*allocation->peers & bit(device)) != 0;
  }
  return is_enabled(device, part);
}

ReachedRange surely_reached(DeviceNumber device) {
  const std::size_t bytes = arena_bounds.part_bytes;
  const auto is_whole = [&](unsigned part) {
    if (part == device_count()) return true;
    const bool is_empty = arena_bounds.tops[part] == arena_bounds.first_part() + part * bytes;
    return is_empty || (is_enabled(device, part) && (devices_with_pools & bit(part)) == 0);
  };
  unsigned first = device, last = device;
  while (first > 0 && is_whole(first - 1)) --first;
  while (last < device_count() && is_whole(last + 1)) ++last;
  const std::uintptr_t begin = arena_bounds.first_part() + first * bytes;
  const std::uintptr_t end = arena_bounds.first_part() + (last + 1) * bytes;
  if (first == 0 && reaches_all_mapped(device)) return {arena_bounds.begin, end - arena_bounds.begin};
  return {begin, end - begin};
}

}  // namespace fencepost::sim
