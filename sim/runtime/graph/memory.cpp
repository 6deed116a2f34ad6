// Memory that graphs allocate and free. Its address is fixed when the node is made; it is live from the node that
// allocates it, in each launch, to the node or call that frees it.
#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/work.h"

namespace fencepost::sim {

namespace {

HostMutex graph_memory_mutex;  // Of the addresses and the account.
std::set<const void*>& addresses() {
  static auto* const all = new std::set<const void*>;
  return *all;
}

/// Keeps addresses as long as a node, an executable graph or a copy of either may allocate there.
class HeldMemory {
 public:
  HeldMemory(std::size_t bytes, DeviceNumber device) : base_(Arena::instance().hold(bytes, device)) {
    const std::lock_guard lock(graph_memory_mutex);
    if (base_ != nullptr) addresses().insert(base_);
  }
  ~HeldMemory() {
    if (base_ == nullptr) return;
    Arena::instance().let_go(base_);
    const std::lock_guard lock(graph_memory_mutex);
    addresses().erase(base_);
  }
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  [[nodiscard]] void* base() const { return base_; }

 private:
  void* base_;
};

/// The caller holds the lock.
std::size_t used() {
  std::size_t bytes = 0;
  for (const void* address : addresses()) {
    if (const auto allocation = Arena::instance().find(address)) bytes += allocation->bytes;
  }
  return bytes;
}

/// What cudaDeviceGetGraphMemAttribute tells, in bytes.
struct Account {
  std::size_t used_high = 0, reserved = 0, reserved_high = 0;

  void update() {
    const std::lock_guard lock(graph_memory_mutex);
    const std::size_t now = used();
    used_high = std::max(used_high, now);
    reserved = std::max(reserved, now);
    reserved_high = std::max(reserved_high, reserved);
  }
};
Account account;

}  // namespace

std::optional<Work> allocation_work(const char* call, cudaMemAllocNodeParams& parameters, std::size_t element_bytes,
                                    const void* pc) {
  const cudaMemLocation& location = parameters.poolProps.location;
  const bool is_named = location.type == cudaMemLocationTypeDevice && is_device(location.id);
  const DeviceNumber device = is_named ? static_cast<DeviceNumber>(location.id) : current_device();
  const auto memory = std::make_shared<HeldMemory>(parameters.bytesize, device);
  if (memory->base() == nullptr) return std::nullopt;
  parameters.dptr = memory->base();
  const std::size_t bytes = parameters.bytesize;
  return Work{
      .type = cudaGraphNodeTypeMemAlloc,
      .pc = pc,
      .perform =
          [=](StreamNumber stream) {
            if (!Arena::instance().allocate_held(memory->base(), element_bytes, pc)) return;
            account.update();
            const OperationRange range{memory->base(), bytes, true};
            observers().streams->on_operation({.call = call, .stream = stream, .ranges = {&range, 1}, .pc = pc});
          },
      .parameters = parameters};
}

Work release_work(const char* call, void* pointer, const void* pc) {
  return {
      .type = cudaGraphNodeTypeMemFree,
      .pc = pc,
      .perform =
          [=](StreamNumber stream) {
            const auto allocation = Arena::instance().find(pointer);
            if (!allocation || allocation->base != pointer) {
              observers().calls->on_invalid_free(call, pointer, pc);
              return;
            }
            const OperationRange range{allocation->base, allocation->bytes, true};
            observers().streams->on_free_in_stream({.call = call, .stream = stream, .ranges = {&range, 1}, .pc = pc});
            Arena::instance().free(pointer, pc);
          },
      .parameters = pointer};
}

bool is_graph_memory(const void* pointer) {
  const std::lock_guard lock(graph_memory_mutex);
  return addresses().contains(pointer);
}

}  // namespace fencepost::sim

using fencepost::sim::account;
using fencepost::sim::graph_memory_mutex;

extern "C" {

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (value == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (device != 0) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const std::lock_guard lock(graph_memory_mutex);
  const std::size_t values[] = {fencepost::sim::used(), account.used_high, account.reserved, account.reserved_high};
  if (attribute < 0 || attribute > cudaGraphMemAttrReservedMemHigh) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *static_cast<std::uint64_t*>(value) = values[attribute];
  return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (value == nullptr || *static_cast<std::uint64_t*>(value) != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (device != 0) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const std::lock_guard lock(graph_memory_mutex);
  if (attribute == cudaGraphMemAttrUsedMemHigh) {
    account.used_high = fencepost::sim::used();
  } else if (attribute == cudaGraphMemAttrReservedMemHigh) {
    account.reserved_high = account.reserved;
  } else {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  if (device != 0) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const std::lock_guard lock(graph_memory_mutex);
  account.reserved = fencepost::sim::used();
  return cudaSuccess;
}

}  // extern "C"
