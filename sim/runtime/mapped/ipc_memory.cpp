// Memory of another process (cudaIpcGetMemHandle): an allocation whose handle is asked for becomes part of a file that
// others map, and stays where it is.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/mapped/shared_memory.h"

namespace fencepost::sim {

__attribute__((constructor(101))) static void allow_opened_memory() { may_map_memory = true; }

namespace {

constexpr const char* kMemoryFile = "fencepost_ipc_memory";

}  // namespace

int shared_memory_file() {
  static int file = -1;
  static pid_t owner = 0;
  if (file >= 0 && owner == getpid()) return file;
  file = memfd_create(kMemoryFile, MFD_CLOEXEC);
  owner = getpid();
  const Arena& arena = Arena::instance();
  if (file >= 0 && ftruncate(file, static_cast<off_t>(arena.end() - arena.begin())) != 0) {
    close(file);
    file = -1;
  }
  return file;
}

std::optional<MemoryHandle> share_memory(const Allocation& memory) {
  const int file = shared_memory_file();
  bool shared = false;
  if (file >= 0) between_launches([&] { shared = Arena::instance().share_by_file(memory.base, file); });
  if (!shared) return std::nullopt;
  return MemoryHandle{ProcessFile::of_this_process(file),
                      reinterpret_cast<std::uintptr_t>(memory.base) - Arena::instance().begin(), memory.bytes,
                      memory.number, memory.device};
}

int open_memory_file(const MemoryHandle& handle) { return handle.file.open(kMemoryFile); }

void* open_memory(const MemoryHandle& handle, int file, const std::atomic<std::uint32_t>* peers, const void* pc,
                  void*& reserved) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = handle.offset % page;
  reserved = Arena::instance().reserve(before + handle.bytes, 0, pc);
  if (reserved == nullptr) return nullptr;
  Allocation memory;
  memory.base = static_cast<std::byte*>(reserved) + before;
  memory.bytes = handle.bytes;
  memory.pc = pc;
  memory.device = is_device(static_cast<int>(handle.device)) ? handle.device : current_device();
  memory.has_contents = true;
  memory.peers = peers;
  if (!Arena::instance().map(memory, file, handle.offset - before)) {
    Arena::instance().unreserve(reserved);
    return nullptr;
  }
  Arena::instance().protect(memory.base, Arena::Access::kReadWrite);
  // cudaIpcMemLazyEnablePeerAccess.
  if (peers == nullptr && memory.device != current_device()) enable_peer(current_device(), memory.device);
  host_shares_memory = true;  // The host takes it away without waiting for anybody.
  return memory.base;
}

namespace {

static_assert(sizeof(MemoryHandle) <= sizeof(cudaIpcMemHandle_t));

/// Memory of another process that is open in this one.
struct Opened {
  MemoryHandle handle;
  void* reserved;
  unsigned users = 1;
};

HostMutex ipc_mutex;

std::map<std::uintptr_t, Opened>& opened() {
  static auto* const all = new std::map<std::uintptr_t, Opened>;
  return *all;
}

cudaError_t wrong(const char* call, const char* what, cudaError_t error, const void* pc) {
  observers().calls->on_invalid_arguments(call, what, pc);
  return error;
}

cudaError_t get_handle(const char* call, cudaIpcMemHandle_t* handle, void* pointer, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (handle == nullptr) return cudaErrorInvalidValue;
  const auto memory = Arena::instance().find(pointer);
  if (!memory || memory->space != MemorySpace::kDevice || memory->peers != nullptr) {
    return wrong(call, "the address is not that of memory from cudaMalloc", cudaErrorInvalidValue, pc);
  }
  if (memory->base != pointer) {
    return wrong(call, "the address is not the base of its allocation, which is what others open",
                 cudaErrorInvalidValue, pc);
  }
  const std::lock_guard lock(ipc_mutex);
  const std::optional<MemoryHandle> told = share_memory(*memory);
  if (!told) return cudaErrorMapBufferObjectFailed;
  std::memset(handle, 0, sizeof *handle);
  std::memcpy(handle, &*told, sizeof *told);
  return cudaSuccess;
}

cudaError_t open_handle(const char* call, void** pointer, const cudaIpcMemHandle_t& told, unsigned int flags,
                        const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (pointer == nullptr || (flags & ~static_cast<unsigned int>(cudaIpcMemLazyEnablePeerAccess)) != 0) {
    return cudaErrorInvalidValue;
  }
  runtime_was_used = true;
  MemoryHandle handle;
  std::memcpy(&handle, &told, sizeof handle);
  const std::lock_guard lock(ipc_mutex);
  if (handle.file.is_of_this_process()) {
    return wrong(call, "the handle is of memory of this process, which has its address", cudaErrorDeviceUninitialized,
                 pc);
  }
  for (auto& [base, open] : opened()) {
    if (open.handle != handle) continue;
    ++open.users;
    *pointer = reinterpret_cast<void*>(base);  // NOLINT(performance-no-int-to-ptr)
    return cudaSuccess;
  }
  const int file = open_memory_file(handle);
  if (file < 0) {
    return wrong(call, "the handle is none of cudaIpcGetMemHandle, or its process has ended", cudaErrorInvalidValue,
                 pc);
  }
  void* reserved = nullptr;
  void* const memory = open_memory(handle, file, nullptr, pc, reserved);
  close(file);
  if (memory == nullptr) return cudaErrorMapBufferObjectFailed;
  opened().emplace(reinterpret_cast<std::uintptr_t>(memory), Opened{handle, reserved});
  *pointer = memory;
  return cudaSuccess;
}

cudaError_t close_handle(const char* call, void* pointer, const void* pc) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  const std::lock_guard lock(ipc_mutex);
  const auto found = opened().find(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == opened().end()) {
    return wrong(call, "the address is not what cudaIpcOpenMemHandle gave, or was closed already",
                 cudaErrorInvalidValue, pc);
  }
  if (--found->second.users != 0) return cudaSuccess;
  observers().streams->on_take_away(call, pointer, found->second.handle.bytes, pc);
  Arena::instance().unmap(pointer, pc);
  Arena::instance().unreserve(found->second.reserved);
  opened().erase(found);
  return cudaSuccess;
}

}  // namespace

}  // namespace fencepost::sim

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
  return FENCEPOST_RESULT(fencepost::sim::get_handle(__func__, handle, pointer, FENCEPOST_USER_PC));
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned int flags) {
  return FENCEPOST_RESULT(fencepost::sim::open_handle(__func__, pointer, handle, flags, FENCEPOST_USER_PC));
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  return FENCEPOST_RESULT(fencepost::sim::close_handle(__func__, pointer, FENCEPOST_USER_PC));
}

}  // extern "C"
