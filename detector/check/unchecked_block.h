// Accesses of blocks that are not checked (--sample) but for their bounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detector/check/host_access_check.h"
#include "detector/shadow/access_state.h"

namespace fencepost::detector {

/// An access of a thread of such a block: is it within an object, and allowed at all? `kind`: AccessBits; `pc`: the
/// return address of the access. May end the launch, as the access itself would.
void check_bounds(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc);

/// An access while no interval is checked on the calling OS thread: of such a block, or of host code.
inline void check_outside_intervals(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  if (access_state.bounds_only) return check_bounds(address, bytes, kind, pc);
  tell_host_access(address, bytes, kind, pc);
}

}  // namespace fencepost::detector
