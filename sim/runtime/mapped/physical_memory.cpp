#include "sim/runtime/mapped/physical_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"

namespace fencepost::sim {

__attribute__((constructor(101))) static void allow_mapped_memory() { may_map_memory = true; }

namespace {

/// The name of a file whose memory other processes may open, in front of the device's number.
constexpr std::size_t kPage = 4096;
constexpr const char* kFileName = "fencepost_memory:";

struct Handles {
  std::map<CUmemGenericAllocationHandle, std::unique_ptr<PhysicalMemory>> memory;
  std::map<CUmemGenericAllocationHandle, const void*> released;  ///< By which call.
  std::map<std::uintptr_t, PhysicalMemory*> mapped;
  CUmemGenericAllocationHandle last = 0;
  int common_file = -1;
};
Handles& handles() {
  static auto* const all = new Handles;
  return *all;
}

CUresult check_properties(const char* call, const CUmemAllocationProp& p, const void* pc) {
  if (p.type != CU_MEM_ALLOCATION_TYPE_PINNED) {
    return wrong_call(call, "the type of the memory is not CU_MEM_ALLOCATION_TYPE_PINNED", pc);
  }
  if (p.location.type == CU_MEM_LOCATION_TYPE_HOST || p.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
      p.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT) {
    return unsupported_call(std::string(call) + " for memory of the host", pc);
  }
  if (p.location.type != CU_MEM_LOCATION_TYPE_DEVICE || !is_device(p.location.id)) {
    return wrong_call(call, "there is no such device", pc, CUDA_ERROR_INVALID_DEVICE);
  }
  if ((p.requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0) {
    return unsupported_call(std::string(call) + " with handles for other processes that are no file descriptors", pc);
  }
  return CUDA_SUCCESS;
}

/// Where memory lies that no other process sees: at the offsets of the addresses that stand for it, rounded up to
/// pages, of which its size is a multiple.
int common_file() {
  int& file = handles().common_file;
  if (file >= 0) return file;
  file = memfd_create("fencepost_device", MFD_CLOEXEC);
  const Arena& arena = Arena::instance();
  if (file >= 0 && ftruncate(file, static_cast<off_t>(arena.end() - arena.begin())) != 0) {
    close(file);
    file = -1;
  }
  return file;
}

/// False if the system has no more.
bool back_with_file(PhysicalMemory& memory) {
  memory.file = common_file();
  memory.offset = (reinterpret_cast<std::uintptr_t>(memory.held) - arena_bounds.begin + kPage - 1) / kPage * kPage;
  return memory.file >= 0;
}

/// What was written of the memory goes to the beginning of the file. False if the system refuses.
bool copy_contents(const PhysicalMemory& memory, int file) {
  std::vector<std::byte> buffer(std::size_t{1} << 20);
  const off_t begin = static_cast<off_t>(memory.offset), end = begin + static_cast<off_t>(memory.bytes);
  for (off_t at = lseek(memory.file, begin, SEEK_DATA); at >= 0 && at < end;) {
    const off_t hole = std::min(lseek(memory.file, at, SEEK_HOLE), end);
    while (at < hole) {
      const auto bytes = std::min(static_cast<std::size_t>(hole - at), buffer.size());
      if (pread(memory.file, buffer.data(), bytes, at) != static_cast<ssize_t>(bytes)) return false;
      if (pwrite(file, buffer.data(), bytes, at - begin) != static_cast<ssize_t>(bytes)) return false;
      at += static_cast<off_t>(bytes);
    }
    at = lseek(memory.file, hole, SEEK_DATA);
  }
  return true;
}

void give_up_file(const PhysicalMemory& memory) {
  if (memory.has_own_file) {
    close(memory.file);
  } else {
    fallocate(memory.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(memory.offset),
              static_cast<off_t>(memory.bytes));
  }
}

/// Other processes may have it: but for those that are exported, files are few. No kernel runs. False if the system
/// refuses.
bool give_own_file(PhysicalMemory& memory) {
  const int file = memfd_create((kFileName + std::to_string(memory.device())).c_str(), MFD_CLOEXEC);
  if (file < 0) return false;
  const int protection = memory.has_writers() ? PROT_READ | PROT_WRITE : memory.devices != 0 ? PROT_READ : PROT_NONE;
  bool done = ftruncate(file, static_cast<off_t>(memory.bytes)) == 0 && copy_contents(memory, file);
  if (done && memory.base != 0) {
    void* const place = reinterpret_cast<void*>(memory.base);  // NOLINT(performance-no-int-to-ptr)
    done = mmap(place, memory.mapped_bytes, protection, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
  }
  if (!done) {
    close(file);
    return false;
  }
  give_up_file(memory);
  memory.file = file;
  memory.offset = 0;
  memory.has_own_file = true;
  return true;
}

CUmemGenericAllocationHandle add(std::unique_ptr<PhysicalMemory> memory) {
  // No numbers that something else could be taken for.
  constexpr CUmemGenericAllocationHandle kFirst = 0x0F00'0000;
  const CUmemGenericAllocationHandle handle = kFirst + ++handles().last;
  memory->handle = handle;
  handles().memory.emplace(handle, std::move(memory));
  return handle;
}

/// The device whose memory an exported file is; nullopt: it is no such file.
std::optional<int> device_of_file(int file) {
  std::array<char, 128> name{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (readlink(link.c_str(), name.data(), name.size() - 1) <= 0) return std::nullopt;
  const std::string begin = std::string("/memfd:") + kFileName;
  int device = 0;
  if (!std::string_view(name.data()).starts_with(begin)) return std::nullopt;
  if (std::sscanf(name.data() + begin.size(), "%d", &device) != 1) return std::nullopt;
  return device;
}

/// Of the process's own, or imported before; null if it is new here.
PhysicalMemory* memory_of_file(const struct stat& file) {
  for (const auto& [handle, memory] : handles().memory) {
    struct stat own {};
    if (memory->has_own_file && fstat(memory->file, &own) == 0 && own.st_ino == file.st_ino &&
        own.st_dev == file.st_dev) {
      return memory.get();
    }
  }
  return nullptr;
}

}  // namespace

HostMutex& physical_mutex() {
  static HostMutex mutex;
  return mutex;
}

std::map<std::uintptr_t, PhysicalMemory*>& mapped_memory() { return handles().mapped; }

PhysicalMemory* physical_memory(const char* call, CUmemGenericAllocationHandle handle, const void* pc) {
  const auto found = handles().memory.find(handle);
  if (found != handles().memory.end() && found->second->references != 0) return found->second.get();
  const auto released = handles().released.find(handle);
  wrong_call(call,
             released != handles().released.end() ? "the handle was released already" + at_call(released->second)
                                                  : "there is no such handle",
             pc);
  return nullptr;
}

void drop_if_unused(PhysicalMemory& memory) {
  if (memory.references != 0 || memory.base != 0) return;
  give_up_file(memory);
  if (memory.held != nullptr) Arena::instance().let_go(memory.held);
  handles().memory.erase(memory.handle);
}

CUresult driver_state() {
  if (sticky_error() != cudaSuccess) return static_cast<CUresult>(sticky_error());
  return driver_is_initialized || runtime_was_used ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult wrong_call(const char* call, const std::string& what, const void* pc, CUresult status) {
  observers().calls->on_invalid_arguments(call, what, pc);
  return status;
}

CUresult unsupported_call(const std::string& what, const void* pc) {
  observers().calls->on_unsupported_call(what, "CUDA_ERROR_NOT_SUPPORTED", pc);
  return CUDA_ERROR_NOT_SUPPORTED;
}

std::string at_call(const void* pc) {
  std::string place = observers().guide->place_of_call(pc);
  if (place.ends_with(": ")) place.resize(place.size() - 2);
  return place.empty() ? place : " at " + place;
}

}  // namespace fencepost::sim

using fencepost::sim::driver_state;
using fencepost::sim::handles;
using fencepost::sim::physical_memory;
using fencepost::sim::physical_mutex;
using fencepost::sim::PhysicalMemory;
using fencepost::sim::wrong_call;

extern "C" {

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags) {
  if (granularity == nullptr || properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  if (const CUresult error = fencepost::sim::check_properties(__func__, *properties, FENCEPOST_USER_PC);
      error != CUDA_SUCCESS) {
    return error;
  }
  *granularity = fencepost::sim::Arena::kMapAlignment;
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp* properties,
                     unsigned long long flags) {
  const void* const pc = FENCEPOST_USER_PC;
  if (handle == nullptr || properties == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  if (const CUresult error = fencepost::sim::check_properties(__func__, *properties, pc); error != CUDA_SUCCESS) {
    return error;
  }
  if (bytes == 0 || bytes % fencepost::sim::Arena::kMapAlignment != 0) {
    return wrong_call(__func__,
                      std::to_string(bytes) + " bytes are no multiple of what cuMemGetAllocationGranularity says", pc);
  }
  auto made = std::make_unique<PhysicalMemory>();
  made->properties = *properties;
  made->bytes = bytes;
  made->pc = pc;
  made->is_exportable = properties->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE;
  made->held = fencepost::sim::Arena::instance().hold(bytes, made->device(), pc);
  if (made->held == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
  const std::lock_guard lock(physical_mutex());
  if (!fencepost::sim::back_with_file(*made)) {
    fencepost::sim::Arena::instance().let_go(made->held);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *handle = fencepost::sim::add(std::move(made));
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  const void* const pc = FENCEPOST_USER_PC;
  const std::lock_guard lock(physical_mutex());
  PhysicalMemory* const memory = physical_memory(__func__, handle, pc);
  if (memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (--memory->references == 0) handles().released[handle] = pc;
  fencepost::sim::drop_if_unused(*memory);
  return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
  const void* const pc = FENCEPOST_USER_PC;
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(physical_mutex());
  const auto after = handles().mapped.upper_bound(reinterpret_cast<std::uintptr_t>(address));
  PhysicalMemory* const memory = after == handles().mapped.begin() ? nullptr : std::prev(after)->second;
  if (memory == nullptr || reinterpret_cast<std::uintptr_t>(address) - memory->base >= memory->mapped_bytes) {
    return wrong_call(__func__, "no memory of cuMemCreate is mapped at the address", pc);
  }
  ++memory->references;
  *handle = memory->handle;
  return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle) {
  const void* const pc = FENCEPOST_USER_PC;
  if (properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(physical_mutex());
  const PhysicalMemory* const memory = physical_memory(__func__, handle, pc);
  if (memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *properties = memory->properties;
  return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void* shared, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags) {
  const void* const pc = FENCEPOST_USER_PC;
  if (shared == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(physical_mutex());
  PhysicalMemory* const memory = physical_memory(__func__, handle, pc);
  if (memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || !memory->is_exportable) {
    return wrong_call(__func__, "the memory was not created with this type among its requestedHandleTypes", pc);
  }
  bool has_file = memory->has_own_file;
  if (!has_file) fencepost::sim::between_launches([&] { has_file = fencepost::sim::give_own_file(*memory); });
  const int file = has_file ? dup(memory->file) : -1;
  if (file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int*>(shared) = file;
  return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shared,
                                        CUmemAllocationHandleType type) {
  const void* const pc = FENCEPOST_USER_PC;
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult state = driver_state(); state != CUDA_SUCCESS) return state;
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) {
    return fencepost::sim::unsupported_call(std::string(__func__) + " of what is no file descriptor", pc);
  }
  const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(shared));
  const std::lock_guard lock(physical_mutex());
  const auto device = fencepost::sim::device_of_file(descriptor);
  struct stat file {};
  if (!device || fstat(descriptor, &file) != 0) {
    return wrong_call(__func__, "the file descriptor is none of cuMemExportToShareableHandle", pc);
  }
  if (!fencepost::sim::is_device(*device)) {
    return wrong_call(__func__,
                      "it is memory of device " + std::to_string(*device) + ", which this process does not see", pc,
                      CUDA_ERROR_INVALID_DEVICE);
  }
  if (PhysicalMemory* const known = fencepost::sim::memory_of_file(file); known != nullptr) {
    ++known->references;
    known->has_contents = true;
    *handle = known->handle;
    return CUDA_SUCCESS;
  }
  auto made = std::make_unique<PhysicalMemory>();
  made->properties = {CU_MEM_ALLOCATION_TYPE_PINNED,
                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                      {CU_MEM_LOCATION_TYPE_DEVICE, *device},
                      nullptr,
                      {}};
  made->bytes = static_cast<std::size_t>(file.st_size);
  made->pc = pc;
  made->is_exportable = made->has_own_file = made->has_contents = true;
  made->file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (made->file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
  *handle = fencepost::sim::add(std::move(made));
  return CUDA_SUCCESS;
}

}  // extern "C"
