// Which memory the kernels of a device may access: its own, what the host sees as well, and that of other devices as
// far as they were given access. Thread safety: full.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/interface/events.h"

namespace fencepost::sim {

/// cudaDeviceEnablePeerAccess: kernels of `device` may access the memory of `peer`, but for that of pools. False if it
/// is so already.
bool enable_peer(DeviceNumber device, DeviceNumber peer);
/// False if it is not so.
bool disable_peer(DeviceNumber device, DeviceNumber peer);
/// Neither `device` may access others' memory any more, nor others its own (cudaDeviceReset).
void forget_peers(DeviceNumber device);

/// Memory of this device has an access of its own: Allocation::peers.
void note_pool_memory(DeviceNumber device);

constexpr unsigned kFirstWriter = 16;  ///< Of the bits of Allocation::peers.

/// Kernels of `device` may access the address, which is one of the arena's, if there is memory; or write there.
bool reaches(DeviceNumber device, const void* address, bool writes = false);

/// To be called when what reaches() says of mapped memory may have changed.
void note_reach_changes();

/// Addresses of the arena, those of the device's own memory among them, all of which its kernels may access. With one
/// device: all.
struct ReachedRange {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};
ReachedRange surely_reached(DeviceNumber device);

}  // namespace fencepost::sim
