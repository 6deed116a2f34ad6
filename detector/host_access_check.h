// Host code that touches memory which an operation of a stream may still be using.
#pragma once

#include <cstddef>

namespace fencepost::detector {

/// Is told of accesses within sim::host_watch while no kernel is checked on their OS thread. `kind`: AccessBits; `pc`:
/// the return address of the access. Set before anything is watched.
inline void (*check_watched_access)(const void* address, std::size_t bytes, unsigned kind, const void* pc) = nullptr;

}  // namespace fencepost::detector
