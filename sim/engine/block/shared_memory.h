// The shared memory of the block that an OS thread runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::sim {

/// Static shared memory: bytes [begin, end), relative to the dynamic shared memory of the same OS thread.
struct SharedRange {
  std::ptrdiff_t begin, end;
};

/// Tells where the program keeps its static `__shared__` variables, to be poisoned for each block. Before the first
/// launch.
void set_static_shared(std::vector<SharedRange> ranges);
/// Fills the shared memory of the calling OS thread's block with what is seldom taken for right, before the block runs.
void poison_shared_memory(std::size_t dynamic_bytes);
/// A hash of the shared memory of the calling OS thread's block.
std::uint64_t shared_memory_state(std::size_t dynamic_bytes);
/// All of the range is in one `__shared__` variable of the calling OS thread's block, or in its dynamic shared memory;
/// or it is not known where these are.
bool is_in_shared_memory(const void* address, std::size_t bytes, std::size_t dynamic_bytes);
/// Where `bytes` bytes may lie of whose address in shared memory the lower 18 bits are `low`: in the block's dynamic
/// shared memory or in a static variable; of several, those to which anything was written in this block, if there are
/// any. More than one are possible, since the variables of other kernels have places of their own.
std::vector<const std::byte*> places_in_shared_memory(std::uint32_t low, std::size_t bytes, std::size_t dynamic_bytes);

}  // namespace fencepost::sim
