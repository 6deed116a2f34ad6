// How the atomic functions of device code announce themselves.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

enum class AtomicKind : std::uint8_t { kLoad, kStore, kUpdate, kExchange };

/// To be called by the running CUDA thread before it performs an atomic operation at `address`. Tells the observer, and
/// lets other threads of the block run now and then, so that threads that spin on each other make progress.
void before_atomic(const void* address, std::size_t bytes, AtomicKind kind, const void* pc);
/// The same before an update of a vector, which is one operation on each element (PTX ISA, "Packed Data Types").
void before_packed_update(const void* address, std::size_t bytes, std::size_t elements, const void* pc);

}  // namespace fencepost::sim
