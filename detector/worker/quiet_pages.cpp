#include "detector/worker/quiet_pages.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "detector/shadow/global_shadow.h"
#include "sim/engine/arena.h"
#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

namespace {

constexpr std::size_t kPageBytes = GlobalShadow::kPageWords * kWordBytes;

std::size_t page_at(std::uintptr_t address) {
  return (address - sim::Arena::instance().begin() / kWordBytes * kWordBytes) / kPageBytes;
}

}  // namespace

/// An allocation of device memory that has whole pages: [first_page, last_page).
struct QuietPages::Array {
  std::size_t bytes = 0;
  std::size_t first_page = 0, last_page = 0;
};

/// By base address. `states` of an array's pages are kMayBeQuiet, or kIsQuiet, but for arrays in `fresh` and `written`.
struct QuietPages::Tables {
  States states;
  sim::HostMutex mutex;  ///< For what follows.
  std::map<std::uintptr_t, Array> arrays;
  std::set<std::uintptr_t> fresh;    ///< Allocated, or less written, since the last launch that was looked at.
  std::set<std::uintptr_t> written;  ///< By that launch.
  const void* kernel = nullptr;
  std::set<const void*> not_believed;  ///< Kernels.
  std::set<std::uintptr_t> strayed;    ///< Arrays to which the running launch strayed.
};

QuietPages& QuietPages::instance() {
  static auto& pages = *new QuietPages;
  return pages;
}

QuietPages::QuietPages() : tables_(*new Tables) {
  const std::size_t pages = (sim::Arena::instance().end() - sim::Arena::instance().begin()) / kPageBytes + 2;
  tables_.states = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
  none_ = of_launch_ = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
}

void QuietPages::mark(const Array& array, State state) {
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free && sizeof(std::atomic<std::uint8_t>) == 1);
  std::memset(static_cast<void*>(tables_.states + array.first_page), state, array.last_page - array.first_page);
}

void QuietPages::add(const sim::Allocation& allocation) {
  if (allocation.space != sim::MemorySpace::kDevice) return;
  const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
  const Array array = {allocation.bytes, page_at(base + kPageBytes - 1), page_at(base + allocation.bytes)};
  if (array.first_page >= array.last_page) return;
  const std::scoped_lock lock(tables_.mutex);
  tables_.arrays.insert_or_assign(base, array);
  mark(array, kNotQuiet);
  tables_.fresh.insert(base);
}

void QuietPages::remove(const sim::Allocation& allocation) {
  if (allocation.space != sim::MemorySpace::kDevice) return;
  const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
  const std::scoped_lock lock(tables_.mutex);
  const auto array = tables_.arrays.find(base);
  if (array == tables_.arrays.end()) return;
  mark(array->second, kNotQuiet);
  tables_.arrays.erase(array);
  tables_.fresh.erase(base);
  tables_.written.erase(base);
}

void QuietPages::forget_written(const void* address) {
  const std::scoped_lock lock(tables_.mutex);
  const auto array = array_at(reinterpret_cast<std::uintptr_t>(address));
  if (array == tables_.arrays.end()) return;
  mark(array->second, kNotQuiet);
  tables_.fresh.insert(array->first);
}

std::map<std::uintptr_t, QuietPages::Array>::const_iterator QuietPages::array_at(std::uintptr_t address) const {
  const auto above = tables_.arrays.upper_bound(address);
  if (above == tables_.arrays.begin()) return tables_.arrays.end();
  const auto array = std::prev(above);
  return address - array->first < array->second.bytes ? array : tables_.arrays.end();
}

/// The bases of arrays that the launch may write to; nullopt if one of the pointers points to nothing.
std::optional<std::set<std::uintptr_t>> QuietPages::find_written(const sim::LaunchInfo& launch) const {
  std::set<std::uintptr_t> written;
  for (const std::uint64_t offset : *launch.writes) {
    if (offset + sizeof(void*) > launch.closure.size()) return std::nullopt;
    std::uintptr_t pointer = 0;
    std::memcpy(&pointer, launch.closure.data() + offset, sizeof pointer);
    if (const auto array = array_at(pointer); array != tables_.arrays.end()) {
      written.insert(array->first);
      continue;
    }
    const auto* const address = reinterpret_cast<const void*>(pointer);  // NOLINT(performance-no-int-to-ptr)
    if (sim::arena_bounds.contains(address) && !sim::Arena::instance().find(address)) return std::nullopt;
  }
  return written;
}

void QuietPages::begin_launch(const sim::LaunchInfo& launch, Use use) {
  of_launch_ = none_;
  use_ = Use::kNone;
  threads_ = launch.block.count();
  if (use == Use::kNone || !launch.writes) return;
  const std::scoped_lock lock(tables_.mutex);
  tables_.kernel = launch.entry_pc;
  if (tables_.arrays.empty() || tables_.not_believed.contains(launch.entry_pc)) return;
  std::optional<std::set<std::uintptr_t>> written = find_written(launch);
  if (!written) return;
  for (std::set<std::uintptr_t>* const others : {&tables_.fresh, &tables_.written}) {
    for (const std::uintptr_t base : *others) {
      if (!written->contains(base)) mark(tables_.arrays.at(base), kMayBeQuiet);
    }
  }
  for (const std::uintptr_t base : *written) {
    if (!tables_.fresh.contains(base) && !tables_.written.contains(base)) mark(tables_.arrays.at(base), kNotQuiet);
  }
  tables_.fresh.clear();
  tables_.written = *std::move(written);
  of_launch_ = tables_.states;
  use_ = use;
}

std::optional<QuietPages::Stray> QuietPages::end_launch() {
  of_launch_ = none_;
  use_ = Use::kNone;
  const std::scoped_lock lock(tables_.mutex);
  if (tables_.strayed.empty()) return std::nullopt;
  const std::uintptr_t base = *tables_.strayed.begin();
  tables_.strayed.clear();
  const auto array = tables_.arrays.find(base);
  return Stray{reinterpret_cast<const std::byte*>(base),  // NOLINT(performance-no-int-to-ptr)
               array != tables_.arrays.end() ? array->second.bytes : 0};
}

void QuietPages::take_stray(std::size_t page) {
  const std::scoped_lock lock(tables_.mutex);
  // States stay as they are: what is found of this launch must not depend on when the write came.
  const auto array = array_at(sim::Arena::instance().begin() / kWordBytes * kWordBytes + page * kPageBytes);
  if (array == tables_.arrays.end()) return;
  tables_.not_believed.insert(tables_.kernel);
  tables_.strayed.insert(array->first);
}

}  // namespace fencepost::detector
