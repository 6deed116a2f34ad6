#include "detector/check/host_vtables.h"

#include <cstring>
#include <mutex>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

constexpr std::uintptr_t kPointer = sizeof(void*);

}  // namespace

HostVtables& HostVtables::instance() {
  static auto& instance = *new HostVtables;
  return instance;
}

void HostVtables::construct(const void* place, const void* table, bool in_kernel) {
  if (in_kernel) {
    if (is_host_place(place)) forget(place, kPointer);
    return;
  }
  if (sim::HostMutex::held() != 0) return;  // By a signal handler, in the middle of this or of the runtime.
  const std::scoped_lock lock(mutex_);
  tables_.insert(address_of(table));
  any_table_.store(true, std::memory_order_relaxed);
  if (sim::arena_bounds.contains(place)) add(address_of(place));
}

void HostVtables::copy(const void* to, const void* from, std::size_t bytes) {
  if (!any_table_.load(std::memory_order_relaxed) || bytes < kPointer) return;
  const std::scoped_lock lock(mutex_);
  const bool to_device = sim::arena_bounds.contains(to);
  const bool from_device = sim::arena_bounds.contains(from);
  const std::uintptr_t begin = address_of(to);
  const std::uintptr_t lowest = *tables_.begin();
  const std::uintptr_t highest = *tables_.rbegin();
  std::vector<std::uintptr_t> host_places;
  for (std::size_t i = -begin % kPointer; i + kPointer <= bytes; i += kPointer) {
    std::uintptr_t value = 0;
    std::memcpy(&value, static_cast<const std::byte*>(from) + i, kPointer);
    if (value < lowest || value > highest || !tables_.contains(value)) continue;
    const bool is_host = from_device ? places_.contains(address_of(from) + i) : !kernels_pointers_are_out_;
    if (is_host) host_places.push_back(begin + i);
    if (!is_host && !to_device) kernels_pointers_are_out_ = true;
  }
  erase(begin, begin + bytes);
  for (const std::uintptr_t place : host_places) add(place);
}

void HostVtables::forget(const void* begin, std::size_t bytes) {
  if (!any_place_.load(std::memory_order_relaxed)) return;
  const sim::BusySection busy;
  const std::scoped_lock lock(mutex_);
  erase(address_of(begin), address_of(begin) + bytes);
}

bool HostVtables::look_up(const void* place) const {
  const sim::BusySection busy;
  const std::scoped_lock lock(mutex_);
  return places_.contains(address_of(place));
}

void HostVtables::erase(std::uintptr_t begin, std::uintptr_t end) {
  places_.erase(places_.lower_bound(begin), places_.lower_bound(end));
}

void HostVtables::add(std::uintptr_t place) {
  places_.insert(place);
  any_place_.store(true, std::memory_order_relaxed);
}

}  // namespace fencepost::detector
