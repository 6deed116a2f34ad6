// Memory pools of other processes: a file descriptor stands for a pool, and tells who opens it which process' it is; 64
// bytes stand for an allocation of it, which becomes part of a file that others map, as memory of cudaIpcGetMemHandle
// does.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/mapped/shared_memory.h"
#include "sim/runtime/memory/pool.h"

namespace fencepost::sim {
namespace {

constexpr const char* kPoolFile = "fencepost_memory_pool";

/// Of all processes; plain bytes.
struct PoolName {
  ProcessFile file;
  std::uint64_t number;

  bool operator==(const PoolName&) const = default;
};
/// What the file of a pool holds.
struct PoolRecord {
  PoolName name;
  DeviceNumber device;
};
/// What stands for an allocation.
struct PointerRecord {
  MemoryHandle memory;
  std::uint64_t pool;
};
static_assert(sizeof(PointerRecord) <= sizeof(cudaMemPoolPtrExportData));

struct Opened {
  MemoryHandle memory;
  void* reserved;
  unsigned users = 1;
};

struct Sharing {
  HostMutex mutex;
  std::map<cudaMemPool_t, PoolName> pools;  ///< Of other processes.
  std::map<void*, Opened> opened;           ///< By base.
};

Sharing& sharing() {
  static auto* const instance = new Sharing;
  return *instance;
}

PoolName name_of(cudaMemPool_t pool, int file) {
  return {ProcessFile::of_this_process(file), reinterpret_cast<std::uintptr_t>(pool)};
}

cudaError_t wrong(const char* call, const char* what, const void* pc) {
  observers().calls->on_invalid_arguments(call, what, pc);
  return cudaErrorInvalidValue;
}

/// Nothing unless the descriptor is of such a file.
bool read_record(int descriptor, PoolRecord& record) {
  std::array<char, 128> link{};
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  if (readlink(path.c_str(), link.data(), link.size() - 1) <= 0) return false;
  if (std::string(link.data()) != std::string("/memfd:") + kPoolFile + " (deleted)") return false;
  return pread(descriptor, &record, sizeof record, 0) == static_cast<ssize_t>(sizeof record);
}

cudaError_t export_pool(const char* call, void* handle, cudaMemPool_t pool, cudaMemAllocationHandleType type,
                        unsigned int flags, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (handle == nullptr || flags != 0 || type != cudaMemHandleTypePosixFileDescriptor) return cudaErrorInvalidValue;
  if (!pool_has_handles(pool, type)) {
    return wrong(call, "the pool was not created with handleTypes = cudaMemHandleTypePosixFileDescriptor", pc);
  }
  const int memory = shared_memory_file();
  const int file = memory < 0 ? -1 : memfd_create(kPoolFile, MFD_CLOEXEC);
  if (file < 0) return cudaErrorOperatingSystem;
  const PoolRecord record{name_of(pool, memory), pool_device(pool)};
  if (pwrite(file, &record, sizeof record, 0) != static_cast<ssize_t>(sizeof record)) {
    close(file);
    return cudaErrorOperatingSystem;
  }
  std::memcpy(handle, &file, sizeof file);
  return cudaSuccess;
}

cudaError_t import_pool(const char* call, cudaMemPool_t* pool, void* handle, cudaMemAllocationHandleType type,
                        unsigned int flags, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (pool == nullptr || flags != 0 || type != cudaMemHandleTypePosixFileDescriptor) return cudaErrorInvalidValue;
  runtime_was_used = true;
  PoolRecord record{};
  if (!read_record(static_cast<int>(reinterpret_cast<std::intptr_t>(handle)), record)) {
    return wrong(call, "the file descriptor is none of cudaMemPoolExportToShareableHandle", pc);
  }
  if (record.name.file.is_of_this_process()) {
    observers().calls->on_unsupported_call("cudaMemPoolImportFromShareableHandle of a pool of the same process",
                                           "cudaErrorNotSupported", pc);
    return cudaErrorNotSupported;
  }
  const bool is_here = is_device(static_cast<int>(record.device));
  const cudaMemPool_t opened = add_opened_pool(is_here ? record.device : current_device());
  const std::lock_guard lock(sharing().mutex);
  sharing().pools[opened] = record.name;
  *pool = opened;
  return cudaSuccess;
}

cudaError_t export_pointer(const char* call, cudaMemPoolPtrExportData* data, void* pointer, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (data == nullptr) return cudaErrorInvalidValue;
  const cudaMemPool_t pool = pool_of(pointer);
  if (pool == nullptr || !pool_has_handles(pool, cudaMemHandleTypePosixFileDescriptor)) {
    return wrong(call,
                 "the address is not that of memory of a pool with handleTypes = cudaMemHandleTypePosixFileDescriptor",
                 pc);
  }
  const auto allocation = Arena::instance().find(pointer);
  if (!allocation) return cudaErrorInvalidValue;
  const std::lock_guard lock(sharing().mutex);
  const std::optional<MemoryHandle> memory = share_memory(*allocation);
  if (!memory) return cudaErrorMapBufferObjectFailed;
  const PointerRecord record{*memory, reinterpret_cast<std::uintptr_t>(pool)};
  std::memset(data, 0, sizeof *data);
  std::memcpy(data, &record, sizeof record);
  return cudaSuccess;
}

/// Programs may ask each of their pools: data of another one is an error, and no finding.
cudaError_t import_pointer(const char* call, void** pointer, cudaMemPool_t pool, const cudaMemPoolPtrExportData* data,
                           const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (pointer == nullptr || data == nullptr) return cudaErrorInvalidValue;
  const std::atomic<std::uint32_t>* const access = access_to_opened(pool);
  if (access == nullptr) return wrong(call, "the pool is none of cudaMemPoolImportFromShareableHandle", pc);
  PointerRecord record;
  std::memcpy(&record, data, sizeof record);
  const std::lock_guard lock(sharing().mutex);
  if (sharing().pools[pool] != PoolName{record.memory.file, record.pool}) return cudaErrorInvalidValue;
  for (auto& [base, opened] : sharing().opened) {
    if (opened.memory != record.memory) continue;
    ++opened.users;
    *pointer = base;
    return cudaSuccess;
  }
  const int file = open_memory_file(record.memory);
  if (file < 0) return wrong(call, "the process that exported the memory has ended", pc);
  void* reserved = nullptr;
  void* const memory = open_memory(record.memory, file, access, pc, reserved);
  close(file);
  if (memory == nullptr) return cudaErrorMapBufferObjectFailed;
  sharing().opened.emplace(memory, Opened{record.memory, reserved});
  *pointer = memory;
  return cudaSuccess;
}

bool close_pointer(void* pointer, const void* pc, void (*tell)(const Allocation&, void*), void* teller) {
  const std::lock_guard lock(sharing().mutex);
  const auto found = sharing().opened.find(pointer);
  if (found == sharing().opened.end()) return false;
  if (--found->second.users != 0) return true;
  std::optional<Allocation> memory = Arena::instance().find(pointer);
  if (memory) {
    memory->base = static_cast<std::byte*>(pointer);
    memory->bytes = found->second.memory.bytes;
    tell(*memory, teller);
  }
  Arena::instance().unmap(pointer, pc);
  Arena::instance().unreserve(found->second.reserved);
  sharing().opened.erase(found);
  return true;
}

__attribute__((constructor)) void close_opened_memory() { close_opened = close_pointer; }

}  // namespace
}  // namespace fencepost::sim

extern "C" {

cudaError_t cudaMemPoolExportToShareableHandle(void* handle, cudaMemPool_t pool, cudaMemAllocationHandleType type,
                                               unsigned int flags) {
  return FENCEPOST_RESULT(fencepost::sim::export_pool(__func__, handle, pool, type, flags, FENCEPOST_USER_PC));
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* pool, void* handle, cudaMemAllocationHandleType type,
                                                 unsigned int flags) {
  return FENCEPOST_RESULT(fencepost::sim::import_pool(__func__, pool, handle, type, flags, FENCEPOST_USER_PC));
}

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* data, void* pointer) {
  return FENCEPOST_RESULT(fencepost::sim::export_pointer(__func__, data, pointer, FENCEPOST_USER_PC));
}

cudaError_t cudaMemPoolImportPointer(void** pointer, cudaMemPool_t pool, cudaMemPoolPtrExportData* data) {
  return FENCEPOST_RESULT(fencepost::sim::import_pointer(__func__, pointer, pool, data, FENCEPOST_USER_PC));
}

}  // extern "C"
