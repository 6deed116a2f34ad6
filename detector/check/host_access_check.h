// Host code that touches what it should not, or not yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "detector/model/finding.h"
#include "sim/engine/arena.h"
#include "sim/interface/host_watch.h"

namespace fencepost::detector {

/// Is told of accesses to device memory (sim::ArenaBounds::is_device_only) and within sim::host_watch while no kernel
/// is checked on their OS thread. `kind`: AccessBits; `pc`: the return address of the access. Set before there is any
/// such memory.
inline void (*check_host_access)(const void* address, std::size_t bytes, unsigned kind, const void* pc) = nullptr;

inline void tell_host_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  if (sim::arena_bounds.is_device_only(pointer) || sim::host_watch.meets(pointer, bytes)) {
    check_host_access(pointer, bytes, kind, pc);
  }
}

/// The finding about an access of the host to device memory, and what tells it from others: it can be done here, on a
/// real machine the program would crash.
std::pair<Finding, std::string> host_dereference(const void* address, std::size_t bytes, unsigned kind, const void* pc);

}  // namespace fencepost::detector
