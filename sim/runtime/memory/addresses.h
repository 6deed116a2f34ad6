// What the host program may pass as a device or a host address. Thread safety: full.
#pragma once

#include <atomic>
#include <cstddef>

namespace fencepost::sim {

/// [address, address + bytes) lies within one allocation, one registered range, or the program's variables (where
/// __device__ variables live).
bool is_device_range(const void* address, std::size_t bytes);

/// Of such a range: the device may write there. All memory but what was mapped for reading only.
bool is_writable_device_range(const void* address, std::size_t bytes);
/// Pieces of memory that are mapped, and which no device may write.
inline std::atomic<unsigned> read_only_pieces = 0;

/// [address, address + bytes) may be memory of the host: anything but device memory. Within an allocation that both
/// sides see it must not leave that.
bool is_host_range(const void* address, std::size_t bytes);

/// A variable of the program; __device__ and __constant__ variables are such.
bool is_program_variable(const void* address);

/// The range registered with cudaHostRegister that contains `address`, or null.
struct RegisteredRange {
  const std::byte* base = nullptr;
  std::size_t bytes = 0;
  unsigned int flags = 0;
};
RegisteredRange registered_range(const void* address);
/// False if it overlaps a registered one.
bool add_registered_range(const RegisteredRange&);
/// False unless `base` is the base of a registered range.
bool remove_registered_range(const void* base);

}  // namespace fencepost::sim
