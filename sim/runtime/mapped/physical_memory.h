// Memory of a device that has no address until it is mapped (cuMemCreate), and handles to it. Thread safety: callers
// hold physical_mutex().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "sim/engine/memory/peers.h"
#include "sim/include/cuda.h"
#include "sim/interface/events.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::sim {

struct PhysicalMemory {
  CUmemGenericAllocationHandle handle = 0;
  CUmemAllocationProp properties{};
  std::size_t bytes = 0;
  const void* pc = nullptr;  ///< Of the call that made it.
  unsigned references = 1;   ///< Of the program's to the handle; without any the memory lives as long as it is mapped.
  void* held = nullptr;  ///< Addresses of the device that stand for it, so that it is full when it is; null: imported.
  int file = -1;         ///< That it is a part of; shared with others, until it is exported.
  std::size_t offset = 0;
  bool is_exportable = false;
  bool has_own_file = false;
  bool has_contents = false;  ///< It was mapped before, or other processes may have written it.

  // Where it is mapped: at one place at a time.

  std::uintptr_t base = 0;  ///< 0: nowhere.
  std::size_t mapped_bytes = 0;
  const void* map_pc = nullptr;
  /// Who may access it there, as Allocation::peers says. Never destroyed: allocations refer to it.
  std::atomic<std::uint32_t>& devices = *new std::atomic<std::uint32_t>(0);

  [[nodiscard]] bool has_writers() const { return devices >> kFirstWriter != 0; }
  [[nodiscard]] bool is_read_only() const { return devices != 0 && !has_writers(); }
  [[nodiscard]] DeviceNumber device() const { return static_cast<DeviceNumber>(properties.location.id); }
};

HostMutex& physical_mutex();

/// Null if the handle is none, or has been released. `call`: tells the mistake as that of this call.
PhysicalMemory* physical_memory(const char* call, CUmemGenericAllocationHandle, const void* pc);
/// All memory that is mapped, by its address.
std::map<std::uintptr_t, PhysicalMemory*>& mapped_memory();
/// Frees it, unless there are references, or it is mapped.
void drop_if_unused(PhysicalMemory&);

/// What a call of the driver API returns before it looks at its arguments.
CUresult driver_state();
/// `call` was given wrong arguments, as `what` says. Returns `status`.
CUresult wrong_call(const char* call, const std::string& what, const void* pc,
                    CUresult status = CUDA_ERROR_INVALID_VALUE);
/// It asks for what is not there.
CUresult unsupported_call(const std::string& what, const void* pc);
/// " at app.cu:12"; empty if the place is not known.
std::string at_call(const void* pc);

}  // namespace fencepost::sim
