// Memory that other processes map: allocations that become part of a file, and those of other processes. Thread safety:
// none.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "sim/interface/observer.h"
#include "sim/runtime/mapped/process_file.h"

namespace fencepost::sim {

/// Plain bytes, which handles for other processes carry.
struct MemoryHandle {
  ProcessFile file;
  std::uint64_t offset, bytes;
  std::uint64_t number;  ///< Of the allocation.
  DeviceNumber device;

  bool operator==(const MemoryHandle&) const = default;
};

/// That of this process; the handles of a child of `fork` are its own. -1: the system has none.
int shared_memory_file();

/// Makes it part of that file, where it stays. Nothing: the system refuses.
std::optional<MemoryHandle> share_memory(const Allocation&);

/// -1 unless the process runs, and has it.
int open_memory_file(const MemoryHandle&);

/// Maps the memory at addresses of its own, which `reserved` tells. `peers`: as in Allocation; null: its device's
/// rules. Null: there are none left.
void* open_memory(const MemoryHandle&, int file, const std::atomic<std::uint32_t>* peers, const void* pc,
                  void*& reserved);

}  // namespace fencepost::sim
