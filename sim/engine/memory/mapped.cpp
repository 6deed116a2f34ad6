// The arena's addresses apart from memory: reserved by the program, which maps memory there and takes it away.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "sim/engine/arena.h"
#include "sim/engine/host_stack.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

namespace {

/// Behind each reservation: what goes beyond it does not meet the next.
constexpr std::size_t kGapBehindReservation = Arena::kMapAlignment;

std::uintptr_t address_number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

void* pointer_to(std::uintptr_t number) {
  return reinterpret_cast<void*>(number);
}  // NOLINT(performance-no-int-to-ptr)

std::uintptr_t bytes_of_page() {
  static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Whole pages become those of the file, with what they hold. False if the system refuses.
bool move_to_file(std::uintptr_t begin, std::size_t bytes, int file, std::size_t offset) {
  static const std::vector<std::byte> zeros(bytes_of_page());
  for (std::size_t at = 0; at < bytes; at += zeros.size()) {
    const void* const page = pointer_to(begin + at);
    if (std::memcmp(page, zeros.data(), zeros.size()) == 0) continue;
    if (pwrite(file, page, zeros.size(), static_cast<off_t>(offset + at)) != static_cast<ssize_t>(zeros.size())) {
      return false;
    }
  }
  return mmap(pointer_to(begin), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
              static_cast<off_t>(offset)) != MAP_FAILED;
}

/// The pages that hold the allocation.
struct Pages {
  void* begin;
  std::size_t bytes;
};
Pages pages_of(const Allocation& memory) {
  const std::uintptr_t page = bytes_of_page();
  const std::uintptr_t begin = address_number(memory.base) / page * page;
  const std::uintptr_t end = (address_number(memory.base) + memory.bytes + page - 1) / page * page;
  return {pointer_to(begin), end - begin};
}

void set_protection(const Allocation& memory, Arena::Access access) {
  const auto [pages, bytes] = pages_of(memory);
  mprotect(pages, bytes,
           access == Arena::Access::kReadWrite ? PROT_READ | PROT_WRITE
           : access == Arena::Access::kRead    ? PROT_READ
                                               : PROT_NONE);
}

/// Of the ranges without gaps, begin to end, that can be accessed. True if the memory could not be and now can, or the
/// other way round.
bool change_access(std::map<std::uintptr_t, std::uintptr_t>& ranges, const Allocation& memory, Arena::Access access) {
  std::uintptr_t begin = address_number(memory.base), end = begin + memory.bytes;
  // Out of what it is in, or together with what is beside it.
  const auto after = ranges.upper_bound(begin);
  const bool was_in = after != ranges.begin() && begin < std::prev(after)->second;
  if (was_in == (access != Arena::Access::kNone)) return false;
  if (was_in) {
    const auto [around_begin, around_end] = *std::prev(after);
    ranges.erase(std::prev(after));
    if (around_begin < begin) ranges.emplace(around_begin, begin);
    if (end < around_end) ranges.emplace(end, around_end);
    return true;
  }
  if (after != ranges.end() && after->first == end) {
    end = after->second;
    ranges.erase(after);
  }
  const auto behind = ranges.upper_bound(begin);
  if (behind != ranges.begin() && std::prev(behind)->second == begin) {
    begin = std::prev(behind)->first;
  }
  ranges.insert_or_assign(begin, end);
  return true;
}

}  // namespace

void* Arena::reserve(std::size_t bytes, std::size_t alignment, const void* pc) {
  const std::size_t aligned = std::max(alignment, kMapAlignment);
  if (bytes > arena_bounds.mapped_bytes || aligned > arena_bounds.mapped_bytes) return nullptr;
  const std::size_t wanted = bytes + kGapBehindReservation + aligned;
  const BusySection busy;
  const std::lock_guard lock(mutex_);
  auto offset = mapped_blocks_.take(wanted);
  while (!offset && !old_reservations_.empty()) {
    const Reservation& oldest = old_reservations_.front();
    mapped_blocks_.give_back(oldest.block_offset, oldest.block_bytes);
    old_reservations_.pop_front();
    offset = mapped_blocks_.take(wanted);
  }
  if (!offset) return nullptr;
  const std::uintptr_t base = (arena_bounds.begin + *offset + aligned - 1) / aligned * aligned;
  reservations_.emplace(base, Reservation{base, bytes, pc, *offset, wanted});
  return reinterpret_cast<void*>(base);  // NOLINT(performance-no-int-to-ptr)
}

void Arena::unreserve(const void* base) {
  const BusySection busy;
  const std::lock_guard lock(mutex_);
  const auto found = reservations_.find(address_number(base));
  if (found == reservations_.end()) return;
  old_reservations_.push_back(found->second);
  reservations_.erase(found);
}

std::optional<Reservation> Arena::reservation(const void* address) const {
  if (!arena_bounds.is_mapped(address)) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto after = reservations_.upper_bound(address_number(address));
  if (after == reservations_.begin()) return std::nullopt;
  const Reservation& found = std::prev(after)->second;
  return address_number(address) - found.base < found.bytes ? std::optional(found) : std::nullopt;
}

bool Arena::map(Allocation memory, int file, std::size_t offset) {
  const BusySection busy;
  memory.space = MemorySpace::kMapped;
  memory.stack = host_stack(memory.pc);
  const auto [begin, bytes] = pages_of(memory);
  {
    const std::lock_guard lock(mutex_);
    if (mmap(begin, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(offset)) == MAP_FAILED) {
      return false;
    }
    memory.number = ++number_;
    live_.insert_or_assign(address_number(memory.base), memory);
  }
  return true;
}

void Arena::protect(const void* base, Access access) {
  const BusySection busy;
  std::optional<Allocation> opened;
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(address_number(base));
    if (found == live_.end()) return;
    set_protection(found->second, access);
    note_reach_changes();
    if (!change_access(accessible_, found->second, access) || access == Access::kNone) return;
    opened = found->second;
    found->second.has_contents = true;  // When it is closed, and opened again.
  }
  // Until now no access was right.
  observers().memory->on_allocate(*opened);
}

void Arena::unmap(const void* base, const void* pc) {
  const BusySection busy;
  Allocation memory;
  protect(base, Access::kNone);
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(address_number(base));
    if (found == live_.end()) return;
    memory = found->second;
    memory.freed_pc = pc;
  }
  note_reach_changes();
  observers().memory->on_free(memory);
  const std::lock_guard lock(mutex_);
  const auto [begin, bytes] = pages_of(memory);
  mmap(begin, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  live_.erase(address_number(base));
}

bool Arena::share_by_file(const void* base, int file) {
  const BusySection busy;
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(address_number(base));
  if (found == live_.end()) return false;
  const auto [pages, bytes] = pages_of(found->second);
  const std::uintptr_t end = address_number(pages) + bytes;
  // The first and the last page may be those of others, too, which are shared already.
  for (std::uintptr_t at = address_number(pages); at < end;) {
    const auto after = shared_.upper_bound(at);
    if (after != shared_.begin() && at < std::prev(after)->second) {
      at = std::prev(after)->second;
      continue;
    }
    const std::uintptr_t until = after != shared_.end() ? std::min(end, after->first) : end;
    if (!move_to_file(at, until - at, file, at - arena_bounds.begin)) return false;
    shared_.emplace(at, until);
    at = until;
  }
  return true;
}

void Arena::clear_shared(std::uintptr_t base, std::size_t bytes) {
  const std::uintptr_t end = base + bytes, page = bytes_of_page();
  for (auto at = shared_.begin(); at != shared_.end() && at->first < end; ++at) {
    const std::uintptr_t from = std::max(base, at->first), to = std::min(end, at->second);
    if (from >= to) continue;
    const std::uintptr_t whole_from = (from + page - 1) / page * page, whole_to = to / page * page;
    if (whole_from >= whole_to) {
      std::memset(pointer_to(from), 0, to - from);
      continue;
    }
    std::memset(pointer_to(from), 0, whole_from - from);
    madvise(pointer_to(whole_from), whole_to - whole_from, MADV_REMOVE);
    std::memset(pointer_to(whole_to), 0, to - whole_to);
  }
}

Allocation Arena::whole(const Allocation& memory) const {
  if (memory.space != MemorySpace::kMapped) return memory;
  const auto after = accessible_.upper_bound(address_number(memory.base));
  if (after == accessible_.begin()) return memory;
  const auto [begin, end] = *std::prev(after);
  if (address_number(memory.base) >= end) return memory;
  Allocation around = memory;
  around.base = reinterpret_cast<std::byte*>(begin);  // NOLINT(performance-no-int-to-ptr)
  around.bytes = end - begin;
  return around;
}

DeviceNumber Arena::device_of(const void* address) const {
  if (!arena_bounds.is_mapped(address)) return arena_bounds.part_of(address);
  const auto memory = find(address);
  return memory ? memory->device : 0;
}

bool Arena::is_mapped_page(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto holds = [&](const Allocation& memory) {
    const auto [begin, bytes] = pages_of(memory);
    return memory.space == MemorySpace::kMapped && !memory.is_out_of_reach_of_all() &&
           address_number(address) - address_number(begin) < bytes;
  };
  const auto after = live_.upper_bound(address_number(address));
  return (after != live_.end() && holds(after->second)) || (after != live_.begin() && holds(std::prev(after)->second));
}

}  // namespace fencepost::sim
