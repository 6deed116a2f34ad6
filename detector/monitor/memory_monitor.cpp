#include "detector/monitor/memory_monitor.h"

#include "detector/check/host_vtables.h"
#include "detector/check/static_shared.h"
#include "detector/shadow/memory_state.h"
#include "detector/symbols/sites.h"
#include "detector/worker/freed_memory.h"
#include "detector/worker/memory_check.h"
#include "detector/worker/worker_shadow.h"
#include "sim/code/loaded_code.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

void MemoryMonitor::on_allocate(const sim::Allocation& allocation) {
  QuietPages::instance().add(allocation);
  if (!memory_checks().any()) return;
  FreedMemory::instance().remove_below(allocation);
  // The host writes managed and pinned memory without being seen.
  const bool written = allocation.has_contents || allocation.space == sim::MemorySpace::kManaged ||
                       allocation.space == sim::MemorySpace::kPinned;
  MemoryState::of_arena().allocate(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes, written);
}

void MemoryMonitor::on_free(const sim::Allocation& allocation) {
  QuietPages::instance().remove(allocation);
  streams_.forget(allocation.base, allocation.bytes);
  if (HostVtables::are_used) HostVtables::instance().forget(allocation.base, allocation.bytes);
  if (!memory_checks().any()) return;
  FreedMemory::instance().add(allocation);
  if (sim::current.in_kernel) {
    WorkerShadow::of_this_thread().forget_owner(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes);
  }
  MemoryState::of_arena().release(reinterpret_cast<std::uintptr_t>(allocation.base), allocation.bytes);
}

void MemoryMonitor::on_copy(const void* to, const void* from, std::size_t bytes) {
  if (HostVtables::are_used) HostVtables::instance().copy(to, from, bytes);
  if (!memory_checks().any() || !sim::arena_bounds.contains(to)) return;
  MemoryState& state = MemoryState::of_arena();
  const auto destination = reinterpret_cast<std::uintptr_t>(to);
  if (sim::arena_bounds.contains(from)) {
    const std::uint64_t losses = state.losses();
    state.copy(destination, reinterpret_cast<std::uintptr_t>(from), bytes);
    if (state.losses() != losses) QuietPages::instance().forget_written(to);
  } else {
    state.write(destination, bytes);
  }
}

void MemoryMonitor::on_memset(const void* to, std::size_t bytes) {
  if (HostVtables::are_used) HostVtables::instance().forget(to, bytes);
  if (!memory_checks().any() || !sim::arena_bounds.contains(to)) return;
  MemoryState::of_arena().write(reinterpret_cast<std::uintptr_t>(to), bytes);
}

void MemoryMonitor::on_contents_lost(const void* address, std::size_t bytes) {
  if (!memory_checks().any() || !sim::arena_bounds.contains(address)) return;
  MemoryState::of_arena().lose(reinterpret_cast<std::uintptr_t>(address), bytes);
  QuietPages::instance().forget_written(address);
}

void MemoryMonitor::on_load(const sim::LoadedCode& code) {
  Sites::instance().symboliser().add(code);
  tell_static_shared(code.table);
  if (!memory_checks().any()) return;
  for (const sim::MemoryRange& object : code.objects) {
    MemoryState::of_variables().allocate(reinterpret_cast<std::uintptr_t>(object.address), object.bytes, true);
  }
}

void MemoryMonitor::on_unload(const sim::LoadedCode& code) {
  for (const sim::MemoryRange& object : code.objects) {
    streams_.forget(object.address, object.bytes);
    if (memory_checks().any()) {
      MemoryState::of_variables().release(reinterpret_cast<std::uintptr_t>(object.address), object.bytes);
    }
  }
}

}  // namespace fencepost::detector
