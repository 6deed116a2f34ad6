#include "sim/engine/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "sim/engine/host_stack.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

ArenaBounds arena_bounds;
bool may_map_memory = false;

namespace {

constexpr std::size_t kDeviceBytes = std::size_t{16} << 30;
/// Of addresses for mapped memory, in parts: programs reserve more than the memory of a device, several times.
std::size_t mapped_parts() { return may_map_memory ? device_count() + 3 : 0; }
constexpr std::size_t kLeastDeviceBytes = std::size_t{64} << 20;
/// Of each part, in front of the first allocation: a GPU's pages are so large, so that an index which is a little too
/// small meets memory there, too, and the launch goes on after the finding.
constexpr std::size_t kMargin = std::size_t{2} << 20;
/// Far from the program, its heap and libraries, and from the shadow of the address sanitiser.
constexpr std::uintptr_t kPreferredAddress = 0x5000'0000'0000;
/// From this size on it is cheaper to let the kernel drop pages than to write zeros.
constexpr std::size_t kDropPagesFrom = 32 * 1024;

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Behind each allocation. FENCEPOST_RED_ZONE asks for more bytes, so that an index that is far off is not in another
/// allocation: `fencepost kernel` and `fencepost fuzz` do.
std::size_t red_zone() {
  static const std::size_t bytes = [] {
    constexpr std::size_t kMost = std::size_t{64} << 20;
    const char* const text = std::getenv("FENCEPOST_RED_ZONE");
    const std::size_t wish = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
    return round_up(std::clamp(wish, Arena::kRedZone, kMost), Arena::kAlignment);
  }();
  return bytes;
}

/// What an allocation takes from its part: itself and the red zone behind it.
std::size_t block_bytes(std::size_t bytes) { return round_up(bytes, Arena::kAlignment) + red_zone(); }

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Reserves addresses for so many parts, smaller ones where the process may not have so many.
std::uintptr_t reserve_addresses(std::size_t& bytes_of_part, std::size_t parts) {
  for (; bytes_of_part >= kLeastDeviceBytes; bytes_of_part /= 2) {
    for (const std::uintptr_t wish : {kPreferredAddress, std::uintptr_t{0}}) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      void* const memory =
          mmap(reinterpret_cast<void*>(wish), parts * bytes_of_part, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (wish != 0 ? MAP_FIXED_NOREPLACE : 0), -1, 0);
      if (memory == MAP_FAILED) continue;
      madvise(memory, parts * bytes_of_part, MADV_DONTDUMP);
      return reinterpret_cast<std::uintptr_t>(memory);
    }
  }
  std::fputs("fencepost: cannot reserve addresses for device memory; raise the limit on virtual memory (ulimit -v)\n",
             stderr);
  std::exit(1);
}

void clear(std::byte* base, std::size_t bytes) {
  if (bytes < kDropPagesFrom) {
    std::memset(base, 0, bytes);
    return;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const std::size_t head = round_up(begin, page_bytes()) - begin;
  const std::size_t whole = (bytes - head) / page_bytes() * page_bytes();
  std::memset(base, 0, head);
  madvise(base + head, whole, MADV_DONTNEED);
  std::memset(base + head + whole, 0, bytes - head - whole);
}

}  // namespace

Arena& Arena::instance() {
  // Never destroyed: destructors of static objects in user programs may still call cudaFree.
  static Arena* const arena = new Arena(kDeviceBytes);
  return *arena;
}

Arena::Arena(std::size_t bytes_of_part) : mapped_blocks_(0) {
  const std::size_t parts = device_count() + 1;
  const std::uintptr_t all = reserve_addresses(bytes_of_part, mapped_parts() + parts);
  const std::size_t mapped_bytes = mapped_parts() * bytes_of_part;
  const std::uintptr_t begin = all + mapped_bytes;
  arena_bounds.begin = all;
  arena_bounds.part_bytes = bytes_of_part;
  arena_bounds.mapped_bytes = mapped_bytes;
  mapped_blocks_ = FreeBlocks(mapped_bytes);
  for (std::size_t i = 0; i < parts; ++i) {
    arena_bounds.tops[i] = begin + i * bytes_of_part;
    // Each part begins with a margin: its first allocation has a red zone in front, too.
    const std::size_t margin = std::max(kMargin, red_zone());
    parts_.push_back({begin + i * bytes_of_part + margin, FreeBlocks(bytes_of_part - margin)});
  }
  arena_bounds.device_bytes = mapped_bytes + device_count() * bytes_of_part;
  arena_bounds.bytes = mapped_bytes + parts * bytes_of_part;
}

Arena::Part& Arena::part_of(MemorySpace space, DeviceNumber device) {
  const bool is_shared = space == MemorySpace::kManaged || space == MemorySpace::kPinned;
  return is_shared ? parts_.back() : parts_[device];
}

Arena::Part& Arena::part_at(std::uintptr_t address) {
  return parts_[arena_bounds.part_of(reinterpret_cast<const void*>(address))];  // NOLINT(performance-no-int-to-ptr)
}

std::uintptr_t Arena::take(Part& part, std::size_t bytes) {
  std::optional<std::size_t> offset = part.blocks.take(block_bytes(bytes));
  if (!offset) {
    recycle_until(0);
    offset = part.blocks.take(block_bytes(bytes));
  }
  if (!offset) return 0;
  const std::uintptr_t base = part.begin + *offset;
  const auto number = static_cast<std::size_t>(&part - parts_.data());
  std::atomic<std::uintptr_t>& top = arena_bounds.tops[number];
  const std::uintptr_t part_begin = arena_bounds.first_part() + number * arena_bounds.part_bytes;
  // The margin becomes usable with the first allocation behind it.
  const std::uintptr_t first_page = top == part_begin ? part_begin : base / page_bytes() * page_bytes();
  // Reserved pages become usable when they are first allocated, and stay so.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  if (mprotect(reinterpret_cast<void*>(first_page), round_up(base + block_bytes(bytes), page_bytes()) - first_page,
               PROT_READ | PROT_WRITE) != 0) {
    part.blocks.give_back(*offset, block_bytes(bytes));
    return 0;
  }
  top = std::max(top.load(), round_up(base + block_bytes(bytes), page_bytes()));
  return base;
}

void* Arena::allocate(std::size_t bytes, MemorySpace space, std::size_t element_bytes, const void* pc,
                      const ArrayExtent& array, DeviceNumber device) {
  if (bytes > total_bytes()) return nullptr;
  const BusySection busy;
  const auto stack = space == MemorySpace::kHeap ? std::span<const void* const>() : host_stack(pc);
  Allocation allocation;
  {
    const std::lock_guard lock(mutex_);
    const std::uintptr_t base = take(part_of(space, device), bytes);
    if (base == 0) return nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    allocation = {reinterpret_cast<std::byte*>(base), bytes, space, ++number_, element_bytes, pc, nullptr, array};
    allocation.stack = stack;
    allocation.device = device;
    live_.emplace(base, allocation);
  }
  observers().memory->on_allocate(allocation);
  return allocation.base;
}

void Arena::share(const void* base, const std::atomic<std::uint32_t>* peers) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(reinterpret_cast<std::uintptr_t>(base));
  if (found != live_.end()) found->second.peers = peers;
}

void* Arena::hold(std::size_t bytes, DeviceNumber device, const void* pc) {
  if (bytes > total_bytes()) return nullptr;
  const BusySection busy;
  const std::lock_guard lock(mutex_);
  const std::uintptr_t base = take(part_of(MemorySpace::kDevice, device), bytes);
  if (base != 0) held_.emplace(base, KeptMemory{bytes, pc});
  return reinterpret_cast<void*>(base);  // NOLINT(performance-no-int-to-ptr)
}

bool Arena::allocate_held(void* base, std::size_t element_bytes, const void* pc) {
  const BusySection busy;
  Allocation allocation;
  {
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(reinterpret_cast<std::uintptr_t>(base));
    if (found == held_.end() || live_.contains(found->first)) return false;
    allocation = {static_cast<std::byte*>(base),
                  found->second.bytes,
                  MemorySpace::kDevice,
                  ++number_,
                  element_bytes,
                  pc,
                  nullptr};
    allocation.stack = host_stack(pc);
    allocation.device = arena_bounds.part_of(base);
    live_.emplace(found->first, allocation);
  }
  observers().memory->on_allocate(allocation);
  return true;
}

void Arena::let_go(void* base) {
  const BusySection busy;
  const std::lock_guard lock(mutex_);
  const auto found = held_.find(reinterpret_cast<std::uintptr_t>(base));
  if (found == held_.end()) return;
  if (!live_.contains(found->first)) retire({found->first, block_bytes(found->second.bytes)});
  held_.erase(found);
}

bool Arena::is_held(const void* address, std::size_t bytes) const {
  const std::lock_guard lock(mutex_);
  const auto after = held_.upper_bound(reinterpret_cast<std::uintptr_t>(address));
  if (after == held_.begin()) return false;
  const auto& [base, memory] = *std::prev(after);
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - base;
  return offset <= memory.bytes && bytes <= memory.bytes - offset;
}

std::vector<KeptMemory> Arena::held() const {
  const std::lock_guard lock(mutex_);
  std::vector<KeptMemory> result;
  for (const auto& [base, memory] : held_) {
    if (memory.pc != nullptr) result.push_back(memory);
  }
  return result;
}

bool Arena::free(void* base, const void* pc) {
  const BusySection busy;
  std::optional<Allocation> allocation;
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(reinterpret_cast<std::uintptr_t>(base));
    if (found == live_.end() || found->second.space == MemorySpace::kMapped) return false;
    allocation = found->second;
    allocation->freed_pc = pc;
  }
  observers().memory->on_free(*allocation);
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(reinterpret_cast<std::uintptr_t>(base));
  if (found == live_.end()) return false;  // Another thread was faster.
  erase(found);
  return true;
}

void Arena::free_all(DeviceNumber device) {
  for (const Allocation& allocation : allocations()) {
    if (allocation.device == device) free(allocation.base);
  }
}

void Arena::erase(std::map<std::uintptr_t, Allocation>::iterator entry) {
  const Allocation& allocation = entry->second;
  if (!held_.contains(entry->first)) retire({entry->first, block_bytes(allocation.bytes)});
  live_.erase(entry);
}

void Arena::retire(const Freed& freed) {
  if (freed.bytes > kQuarantine) return recycle(freed);  // It would drive everything else out.
  quarantine_.push_back(freed);
  quarantined_ += freed.bytes;
  part_at(freed.base).quarantined += freed.bytes;
  recycle_until(kQuarantine);
}

void Arena::recycle(const Freed& freed) {
  Part& part = part_at(freed.base);
  // With the red zone: stray writes there must not show up in somebody's new memory.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  clear(reinterpret_cast<std::byte*>(freed.base), freed.bytes);
  clear_shared(freed.base, freed.bytes);
  part.blocks.give_back(freed.base - part.begin, freed.bytes);
}

void Arena::recycle_until(std::size_t bytes) {
  while (quarantined_ > bytes) {
    const Freed& oldest = quarantine_.front();
    quarantined_ -= oldest.bytes;
    part_at(oldest.base).quarantined -= oldest.bytes;
    recycle(oldest);
    quarantine_.pop_front();
  }
}

bool Arena::is_backed(const void* address) {
  if (arena_bounds.is_mapped(address)) return instance().is_mapped_page(address);
  return reinterpret_cast<std::uintptr_t>(address) < arena_bounds.tops[arena_bounds.part_of(address)];
}

std::optional<Allocation> Arena::find(const void* address) const {
  if (!arena_bounds.contains(address)) return std::nullopt;
  const std::lock_guard lock(mutex_);
  auto after = live_.upper_bound(reinterpret_cast<std::uintptr_t>(address));
  if (after == live_.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(after)->second;
  if (reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(allocation.base) >=
      allocation.bytes) {
    return std::nullopt;
  }
  return whole(allocation);
}

std::optional<Allocation> Arena::nearest(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::optional<Allocation> best;
  std::uintptr_t distance = ~std::uintptr_t{0};
  const auto after = live_.upper_bound(wanted);
  if (after != live_.end()) {
    best = whole(after->second);
    distance = after->first - wanted;
  }
  if (after != live_.begin()) {
    const auto& [base, allocation] = *std::prev(after);
    const std::uintptr_t end = base + allocation.bytes;
    if (wanted < end || wanted - end <= distance) best = whole(allocation);
  }
  return best;
}

std::vector<Allocation> Arena::allocations() const {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> result;
  result.reserve(live_.size());
  for (const auto& [base, allocation] : live_) result.push_back(allocation);
  return result;
}

std::size_t Arena::free_bytes(DeviceNumber device) const {
  const std::lock_guard lock(mutex_);
  return parts_[device].blocks.free_bytes() + parts_[device].quarantined;
}

}  // namespace fencepost::sim
