// The shared memory of the block that an OS thread runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/interface/events.h"

namespace fencepost::sim {

/// Static shared memory: bytes [begin, end), relative to the dynamic shared memory of the same OS thread.
struct SharedRange {
  std::ptrdiff_t begin, end;
  const void* kernel = nullptr;  ///< LaunchInfo::entry_pc of the kernel in which it is declared; null: others use it.
};

/// Tells where the program keeps its static `__shared__` variables, and of which kernels (LaunchInfo::entry_pc) it is
/// known which of them they cannot use: those that are declared in others. Before the first launch, and when code is
/// loaded. Thread-safe.
void set_static_shared(std::vector<SharedRange> ranges, std::vector<const void*> kernels);
/// How often it was told. Thread-safe.
unsigned changes_of_static_shared();
/// Those that a kernel may use: all, if it is not known. Valid until the next call by this OS thread. Thread-safe.
std::span<const SharedRange> static_shared_of(const void* kernel);
/// Fills the shared memory of the calling OS thread's block with what is seldom taken for right, before the block runs.
void poison_shared_memory(const LaunchInfo& launch);
/// A hash of the shared memory of the calling OS thread's block.
std::uint64_t shared_memory_state(const LaunchInfo& launch);
/// All of the range is in one `__shared__` variable of the calling OS thread's block, or in its dynamic shared memory;
/// or it is not known where these are.
bool is_in_shared_memory(const void* address, std::size_t bytes, const LaunchInfo& launch);
/// Where `bytes` bytes may lie of whose address in shared memory the lower 18 bits are `low`: in the block's dynamic
/// shared memory or in a static variable; of several, those to which anything was written in this block, if there are
/// any. More than one are possible, since the variables of other kernels' functions have places of their own.
std::vector<const std::byte*> places_in_shared_memory(std::uint32_t low, std::size_t bytes, const LaunchInfo& launch);

}  // namespace fencepost::sim
