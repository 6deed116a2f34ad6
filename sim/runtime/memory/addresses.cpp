#include "sim/runtime/memory/addresses.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/host_mutex.h"
#include "sim/os/image.h"
#include "sim/runtime/work.h"

namespace fencepost::sim {

namespace {

HostMutex addresses_mutex;

std::map<std::uintptr_t, RegisteredRange>& registered() {
  static auto* const ranges = new std::map<std::uintptr_t, RegisteredRange>;  // As the arena, never destroyed.
  return *ranges;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

bool within(const void* address, std::size_t bytes, const void* base, std::size_t size) {
  const std::uintptr_t offset = number(address) - number(base);
  return offset <= size && bytes <= size - offset;
}

bool within_allocation(const void* address, std::size_t bytes) {
  const std::optional<Allocation> allocation = Arena::instance().find(address);
  return allocation && !allocation->is_out_of_reach_of_all() &&
         within(address, bytes, allocation->base, allocation->bytes);
}

}  // namespace

bool is_program_variable(const void* address) { return own_image().contains(number(address)); }

bool is_device_range(const void* address, std::size_t bytes) {
  if (arena_bounds.contains(address)) {
    if (within_allocation(address, bytes)) return true;
    // A node of a graph may be given memory that another node will have allocated.
    return recorders != 0 && Arena::instance().is_held(address, bytes);
  }
  if (is_program_variable(address)) return true;
  const RegisteredRange range = registered_range(address);
  return range.base != nullptr && within(address, bytes, range.base, range.bytes);
}

bool is_writable_device_range(const void* address, std::size_t bytes) {
  if (read_only_pieces == 0 || !arena_bounds.is_mapped(address)) return true;
  for (const Allocation& piece : Arena::instance().allocations()) {
    const bool meets =
        number(piece.base) < number(address) + bytes && number(address) < number(piece.base) + piece.bytes;
    if (meets && piece.space == MemorySpace::kMapped && piece.peers != nullptr && (*piece.peers >> kFirstWriter) == 0)
      return false;
  }
  return true;
}

bool is_host_range(const void* address, std::size_t bytes) {
  if (address == nullptr || arena_bounds.is_device_only(address)) return false;
  return !arena_bounds.contains(address) || within_allocation(address, bytes);
}

RegisteredRange registered_range(const void* address) {
  const std::lock_guard lock(addresses_mutex);
  const auto after = registered().upper_bound(number(address));
  if (after == registered().begin()) return {};
  const RegisteredRange& range = std::prev(after)->second;
  return number(address) - number(range.base) < range.bytes ? range : RegisteredRange{};
}

bool add_registered_range(const RegisteredRange& range) {
  const std::lock_guard lock(addresses_mutex);
  const auto after = registered().upper_bound(number(range.base));
  if (after != registered().end() && after->first - number(range.base) < range.bytes) return false;
  if (after != registered().begin()) {
    const RegisteredRange& previous = std::prev(after)->second;
    if (number(range.base) - number(previous.base) < previous.bytes) return false;
  }
  registered().emplace(number(range.base), range);
  return true;
}

bool remove_registered_range(const void* base) {
  const std::lock_guard lock(addresses_mutex);
  return registered().erase(number(base)) != 0;
}

}  // namespace fencepost::sim
