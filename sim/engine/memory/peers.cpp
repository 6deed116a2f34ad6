#include "sim/engine/memory/peers.h"

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

constexpr std::uint32_t bit(DeviceNumber device) { return std::uint32_t{1} << device; }

bool is_enabled(DeviceNumber device, DeviceNumber peer) { return (enabled_peers[device] & bit(peer)) != 0; }

}  // namespace

bool enable_peer(DeviceNumber device, DeviceNumber peer) {
  return (enabled_peers[device].fetch_or(bit(peer)) & bit(peer)) == 0;
}

bool disable_peer(DeviceNumber device, DeviceNumber peer) {
  return (enabled_peers[device].fetch_and(~bit(peer)) & bit(peer)) != 0;
}

void forget_peers(DeviceNumber device) {
  enabled_peers[device] = 0;
  for (std::atomic<std::uint32_t>& peers : enabled_peers) peers &= ~bit(device);
}

void note_pool_memory(DeviceNumber device) { devices_with_pools |= bit(device); }

bool reaches(DeviceNumber device, const void* address, bool writes) {
  if (arena_bounds.is_mapped(address)) {
    const auto memory = Arena::instance().find(address);
    if (!memory) return true;
    if (memory->peers != nullptr) return (*memory->peers >> (writes ? kFirstWriter : 0) & bit(device)) != 0;
    return memory->device == device || is_enabled(device, memory->device);
  }
  const unsigned part = arena_bounds.part_of(address);
  if (part == device || part == device_count()) return true;
  if ((devices_with_pools & bit(part)) != 0) {
    const auto allocation = Arena::instance().find(address);
    if (allocation && allocation->peers != nullptr) return (*allocation->peers & bit(device)) != 0;
  }
  return is_enabled(device, part);
}

ReachedRange surely_reached(DeviceNumber device) {
  const auto is_whole = [&](unsigned part) {
    return part == device_count() || (is_enabled(device, part) && (devices_with_pools & bit(part)) == 0);
  };
  unsigned first = device, last = device;
  while (first > 0 && is_whole(first - 1)) --first;
  while (last < device_count() && is_whole(last + 1)) ++last;
  const std::size_t bytes = arena_bounds.part_bytes;
  return {arena_bounds.first_part() + first * bytes, (last - first + 1) * bytes};
}

}  // namespace fencepost::sim
