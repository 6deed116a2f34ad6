// How the atomic functions of device code announce themselves.
#pragma once

#include <cstddef>

namespace fencepost::sim {

/// To be called by the running CUDA thread before it performs an atomic operation at `address`. Tells the observer, and
/// lets other threads of the block run now and then, so that threads that spin on each other make progress.
void observer_on_atomic_fast(const void* address, std::size_t bytes, bool writes, const void* pc);

}  // namespace fencepost::sim
