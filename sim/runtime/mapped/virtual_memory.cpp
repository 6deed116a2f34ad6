// Addresses that are reserved, and memory that is mapped there.
#include <bit>
#include <mutex>
#include <span>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/config.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/mapped/physical_memory.h"
#include "sim/runtime/memory/addresses.h"

using fencepost::sim::Arena;
using fencepost::sim::at_call;
using fencepost::sim::driver_state;
using fencepost::sim::mapped_memory;
using fencepost::sim::observers;
using fencepost::sim::physical_mutex;
using fencepost::sim::PhysicalMemory;
using fencepost::sim::wrong_call;

namespace {

void* address_of(std::uintptr_t number) {
  return reinterpret_cast<void*>(number);
}  // NOLINT(performance-no-int-to-ptr)

/// The first memory that is mapped within the range; null: there is none.
PhysicalMemory* first_within(std::uintptr_t begin, std::size_t bytes) {
  auto at = mapped_memory().lower_bound(begin);
  if (at != mapped_memory().begin() && std::prev(at)->first + std::prev(at)->second->mapped_bytes > begin) --at;
  return at != mapped_memory().end() && at->first < begin + bytes ? at->second : nullptr;
}

/// What is mapped in the range, if that is whole mappings without a gap; else empty, and the mistake of `call` is told.
std::vector<PhysicalMemory*> whole_mappings(const char* call, std::uintptr_t begin, std::size_t bytes, const void* pc) {
  std::vector<PhysicalMemory*> found;
  std::uintptr_t end = begin;
  for (auto at = mapped_memory().find(begin); at != mapped_memory().end() && at->first == end && end < begin + bytes;
       ++at) {
    found.push_back(at->second);
    end += at->second->mapped_bytes;
  }
  if (bytes != 0 && end == begin + bytes) return found;
  const PhysicalMemory* const part = first_within(begin, bytes);
  wrong_call(call,
             part == nullptr ? std::string("no memory is mapped in the range")
                             : "the range is not that of whole mappings: one is of " +
                                   std::to_string(part->mapped_bytes) + " bytes, mapped" + at_call(part->map_pc),
             pc);
  return {};
}

void set_devices(PhysicalMemory& memory, std::uint32_t devices) {
  fencepost::sim::read_only_pieces -= memory.is_read_only() ? 1 : 0;
  memory.devices = devices;
  fencepost::sim::read_only_pieces += memory.is_read_only() ? 1 : 0;
}

/// The bits of Allocation::peers for what a device may do.
std::uint32_t bits_of(const CUmemAccessDesc& access, bool all = false) {
  const std::uint32_t reads = std::uint32_t{1} << access.location.id;
  const std::uint32_t writes = reads << fencepost::sim::kFirstWriter;
  const auto may = [&](CUmemAccess_flags flag) { return all || (access.flags & flag) == flag; };
  return (may(CU_MEM_ACCESS_FLAGS_PROT_READ) ? reads : 0) | (may(CU_MEM_ACCESS_FLAGS_PROT_READWRITE) ? writes : 0);
}

void unmap(PhysicalMemory& memory, const void* pc) {
  observers().streams->on_take_away("cuMemUnmap", address_of(memory.base), memory.mapped_bytes, pc);
  Arena::instance().unmap(address_of(memory.base), pc);
  mapped_memory().erase(memory.base);
  memory.base = 0;
  set_devices(memory, 0);
  fencepost::sim::drop_if_unused(memory);
}

CUresult check_access(const char* call, const CUmemAccessDesc& access, const void* pc) {
  if (access.location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
    return fencepost::sim::unsupported_call(std::string(call) + " for the host", pc);
  }
  if (!fencepost::sim::is_device(access.location.id)) {
    return wrong_call(call, "there is no such device", pc, CUDA_ERROR_INVALID_DEVICE);
  }
  const bool is_known = access.flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
                        access.flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
                        access.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return is_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

extern "C" {

CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t bytes, size_t alignment, CUdeviceptr /*wish*/,
                             unsigned long long flags) {
  const void* const pc = FENCEPOST_USER_PC;
  if (pointer == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  if (bytes == 0 || bytes % Arena::kMapAlignment != 0) {
    return wrong_call(__func__,
                      std::to_string(bytes) + " bytes are no multiple of what cuMemGetAllocationGranularity says", pc);
  }
  if (alignment != 0 && !std::has_single_bit(alignment)) {
    return wrong_call(__func__, "the alignment, " + std::to_string(alignment) + ", is no power of two", pc);
  }
  void* const base = Arena::instance().reserve(bytes, alignment, pc);
  if (base == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
  *pointer = reinterpret_cast<CUdeviceptr>(base);
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
  const void* const pc = FENCEPOST_USER_PC;
  const std::lock_guard lock(physical_mutex());
  const auto reserved = Arena::instance().reservation(address_of(pointer));
  if (!reserved) return wrong_call(__func__, "the address is not reserved", pc);
  if (reserved->base != pointer || reserved->bytes != bytes) {
    return wrong_call(__func__,
                      "the range is not the one, of " + std::to_string(reserved->bytes) + " bytes, that was reserved" +
                          at_call(reserved->pc),
                      pc);
  }
  if (const PhysicalMemory* const left = first_within(pointer, bytes); left != nullptr) {
    return wrong_call(__func__, "memory is still mapped there," + at_call(left->map_pc), pc);
  }
  Arena::instance().unreserve(address_of(pointer));
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  const void* const pc = FENCEPOST_USER_PC;
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  const std::lock_guard lock(physical_mutex());
  PhysicalMemory* const memory = fencepost::sim::physical_memory(__func__, handle, pc);
  if (memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (offset != 0) return wrong_call(__func__, "the offset must be 0", pc);
  if (bytes == 0 || bytes % Arena::kMapAlignment != 0 || pointer % Arena::kMapAlignment != 0) {
    return wrong_call(__func__, "address and size must be multiples of what cuMemGetAllocationGranularity says", pc);
  }
  if (bytes > memory->bytes) {
    return wrong_call(__func__,
                      std::to_string(bytes) + " bytes are more than the " + std::to_string(memory->bytes) +
                          " that were created" + at_call(memory->pc),
                      pc);
  }
  const auto reserved = Arena::instance().reservation(address_of(pointer));
  if (!reserved) return wrong_call(__func__, "the address is not reserved", pc);
  if (bytes > reserved->base + reserved->bytes - pointer) {
    return wrong_call(__func__,
                      "the range goes beyond the " + std::to_string(reserved->bytes) + " bytes that were reserved" +
                          at_call(reserved->pc),
                      pc);
  }
  if (const PhysicalMemory* const there = first_within(pointer, bytes); there != nullptr) {
    return wrong_call(__func__, "memory is mapped there already," + at_call(there->map_pc), pc);
  }
  if (memory->base != 0) {
    return fencepost::sim::unsupported_call(
        "cuMemMap at a second address of memory that is mapped already" +
            (at_call(memory->map_pc).empty() ? "" : "," + at_call(memory->map_pc) + ","),
        pc);
  }
  fencepost::sim::Allocation mapped;
  mapped.base = static_cast<std::byte*>(address_of(pointer));
  mapped.bytes = bytes;
  mapped.pc = pc;
  mapped.device = memory->device();
  mapped.peers = &memory->devices;
  mapped.has_contents = memory->has_contents;
  if (!Arena::instance().map(mapped, memory->file, memory->offset)) return CUDA_ERROR_OUT_OF_MEMORY;
  memory->base = pointer;
  memory->mapped_bytes = bytes;
  memory->map_pc = pc;
  memory->has_contents = true;
  mapped_memory().emplace(pointer, memory);
  // The host takes it away without waiting for anybody.
  fencepost::sim::host_shares_memory = true;
  return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
  const void* const pc = FENCEPOST_USER_PC;
  const std::lock_guard lock(physical_mutex());
  const auto mappings = whole_mappings(__func__, pointer, bytes, pc);
  for (PhysicalMemory* const memory : mappings) unmap(*memory, pc);
  return mappings.empty() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc* accesses, size_t count) {
  const void* const pc = FENCEPOST_USER_PC;
  if (accesses == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  for (std::size_t i = 0; i < count; ++i) {
    if (const CUresult error = check_access(__func__, accesses[i], pc); error != CUDA_SUCCESS) return error;
  }
  const std::lock_guard lock(physical_mutex());
  const auto mappings = whole_mappings(__func__, pointer, bytes, pc);
  for (PhysicalMemory* const memory : mappings) {
    std::uint32_t devices = memory->devices;
    for (const CUmemAccessDesc& access : std::span(accesses, count)) {
      devices = (devices & ~bits_of(access, true)) | bits_of(access);
    }
    set_devices(*memory, devices);
    Arena::instance().protect(address_of(memory->base), memory->has_writers()  ? Arena::Access::kReadWrite
                                                        : memory->devices != 0 ? Arena::Access::kRead
                                                                               : Arena::Access::kNone);
  }
  return mappings.empty() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr pointer) {
  const void* const pc = FENCEPOST_USER_PC;
  if (flags == nullptr || location == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (location->type != CU_MEM_LOCATION_TYPE_DEVICE || !fencepost::sim::is_device(location->id)) {
    return CUDA_ERROR_INVALID_DEVICE;
  }
  const std::lock_guard lock(physical_mutex());
  const PhysicalMemory* const memory = first_within(pointer, 1);
  if (memory == nullptr) return wrong_call(__func__, "no memory is mapped at the address", pc);
  const std::uint32_t device = memory->devices >> location->id;
  *flags = (device >> fencepost::sim::kFirstWriter & 1) != 0 ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
           : (device & 1) != 0                               ? CU_MEM_ACCESS_FLAGS_PROT_READ
                                                             : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

}  // extern "C"
