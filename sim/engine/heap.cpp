#include "sim/engine/heap.h"

#include <map>
#include <mutex>
#include <optional>

#include "sim/engine/arena.h"
#include "sim/interface/current.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::sim {

namespace {
HostMutex mutex;
auto& to_free = *new std::map<void*, const void*>;  // With the pc. Never destroyed: a launch may outlive main()'s end.
}  // namespace

bool free_in_kernel(void* memory, const void* pc) {
  std::optional<Allocation> allocation;
  {
    const BusySection busy;
    allocation = Arena::instance().find(memory);
    if (!allocation || allocation->base != memory || allocation->space != MemorySpace::kHeap) return false;
    const std::scoped_lock lock(mutex);
    if (!to_free.try_emplace(memory, pc).second) return false;
  }
  observers().accesses->on_range(memory, allocation->bytes, true, pc);  // Who still uses it races with this.
  const BusySection busy;
  allocation->freed_pc = pc;
  observers().memory->on_free(*allocation);
  return true;
}

void free_device_heap() {
  const std::scoped_lock lock(mutex);
  for (const auto& [memory, pc] : to_free) Arena::instance().free(memory, pc);
  to_free.clear();
}

}  // namespace fencepost::sim
