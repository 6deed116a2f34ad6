#include "detector/worker/quiet_pages.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "detector/shadow/global_shadow.h"
#include "detector/shadow/memory_state.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {

namespace {

constexpr std::size_t kPageBytes = GlobalShadow::kPageWords * kWordBytes;
constexpr std::size_t kMostArrays = 4096;  ///< Programs with more keep all that is read.

std::atomic<std::uint64_t> memory_serial = 1;

std::size_t page_at(std::uintptr_t address) {
  return (address - sim::Arena::instance().begin() / kWordBytes * kWordBytes) / kPageBytes;
}

}  // namespace

/// An allocation that has whole pages: [first_page, last_page), whose states are `state`, or kIsQuiet for kMayBeQuiet.
struct QuietPages::Array {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  std::uint64_t number = 0;  ///< Allocation::number
  std::size_t first_page = 0, last_page = 0;
  sim::DeviceNumber device = 0;
  State state = kNotQuiet;
};

struct QuietPages::Tables {
  States states, none;
  std::vector<Array> arrays;  ///< By address.
  std::uint64_t serial = 0;   ///< Of memory_serial, when they were listed.
  std::uint64_t losses = 0;   ///< Of MemoryState, when the states were true.
  std::vector<std::size_t> written;
  bool is_usable = true;  ///< There are not too many arrays.
  const void* kernel = nullptr;
  std::mutex mutex;                      ///< For what follows, while blocks run.
  std::set<const void*> not_believed;    ///< Kernels.
  std::set<const std::byte*> strays_at;  ///< Bases of arrays.
};

QuietPages& QuietPages::instance() {
  static auto& pages = *new QuietPages;
  return pages;
}

QuietPages::QuietPages() : tables_(*new Tables) {
  const std::size_t pages = (sim::Arena::instance().end() - sim::Arena::instance().begin()) / kPageBytes + 2;
  tables_.states = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
  tables_.none = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
  of_launch_ = tables_.none;
}

void QuietPages::memory_changes() { memory_serial.fetch_add(1, std::memory_order_release); }

void QuietPages::mark(Array& array, State state) {
  array.state = state;
  std::memset(static_cast<void*>(tables_.states + array.first_page), state, array.last_page - array.first_page);
}

/// Those that were there before keep their states.
void QuietPages::list_arrays() {
  std::vector<Array> before = std::exchange(tables_.arrays, {});
  tables_.written.clear();
  auto old = before.begin();
  const auto drop_until = [&](std::uintptr_t base) {
    for (; old != before.end() && old->base < base; ++old) mark(*old, kNotQuiet);
  };
  for (const sim::Allocation& allocation : sim::Arena::instance().allocations()) {
    if (allocation.space != sim::MemorySpace::kDevice) continue;
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    Array array = {.base = base,
                   .bytes = allocation.bytes,
                   .number = allocation.number,
                   .first_page = page_at(base + kPageBytes - 1),
                   .last_page = page_at(base + allocation.bytes),
                   .device = allocation.device};
    if (array.first_page >= array.last_page) continue;
    drop_until(base);
    const bool is_old = old != before.end() && old->base == base && old->number == array.number;
    if (is_old) array.state = (old++)->state;
    if (!is_old && old != before.end() && old->base == base) mark(*old++, kNotQuiet);
    if (!is_old) mark(array, kNotQuiet);
    tables_.arrays.push_back(array);
  }
  drop_until(~std::uintptr_t{0});
  tables_.is_usable = tables_.arrays.size() <= kMostArrays;
  if (tables_.is_usable) return;
  for (Array& array : tables_.arrays) mark(array, kNotQuiet);
  tables_.arrays.clear();
}

/// Sets `written` to the numbers of the arrays that the launch may write to. False if one of the pointers points to
/// nothing.
bool QuietPages::find_written(const sim::LaunchInfo& launch, std::span<const std::uint64_t> offsets) {
  std::vector<std::size_t>& written = tables_.written;
  written.clear();
  for (const std::uint64_t offset : offsets) {
    if (offset + sizeof(void*) > launch.closure.size()) return false;
    std::uintptr_t pointer = 0;
    std::memcpy(&pointer, launch.closure.data() + offset, sizeof pointer);
    const auto above = std::ranges::upper_bound(tables_.arrays, pointer, {}, &Array::base);
    if (above != tables_.arrays.begin() && pointer - std::prev(above)->base < std::prev(above)->bytes) {
      written.push_back(static_cast<std::size_t>(std::prev(above) - tables_.arrays.begin()));
      continue;
    }
    const auto* const address = reinterpret_cast<const void*>(pointer);  // NOLINT(performance-no-int-to-ptr)
    if (sim::arena_bounds.contains(address) && !sim::Arena::instance().find(address)) return false;
  }
  std::ranges::sort(written);
  return true;
}

void QuietPages::begin_launch(const sim::LaunchInfo& launch, bool applies) {
  of_launch_ = tables_.none;
  tables_.kernel = launch.entry_pc;
  if (!applies || !launch.writes || tables_.not_believed.contains(launch.entry_pc)) return;
  if (const std::uint64_t serial = memory_serial.load(std::memory_order_acquire); serial != tables_.serial) {
    tables_.serial = serial;
    list_arrays();
  }
  if (!tables_.is_usable || tables_.arrays.empty()) return;
  const std::uint64_t losses = memory_checks().any() ? MemoryState::of_arena().losses() : 0;
  const bool any_lost = std::exchange(tables_.losses, losses) != losses;
  if (!find_written(launch, *launch.writes)) return;
  auto next = tables_.written.begin();
  for (std::size_t i = 0; i < tables_.arrays.size(); ++i) {
    Array& array = tables_.arrays[i];
    const bool is_written = next != tables_.written.end() && *next == i;
    while (next != tables_.written.end() && *next == i) ++next;
    const State state = is_written || array.device != launch.device ? kNotQuiet : kMayBeQuiet;
    if (state != array.state || (any_lost && state != kNotQuiet)) mark(array, state);
  }
  of_launch_ = tables_.states;
}

std::optional<QuietPages::Stray> QuietPages::end_launch() {
  of_launch_ = tables_.none;
  const std::scoped_lock lock(tables_.mutex);
  if (tables_.strays_at.empty()) return std::nullopt;
  const std::byte* const base = *tables_.strays_at.begin();
  tables_.strays_at.clear();
  const auto array =
      std::ranges::find(tables_.arrays, reinterpret_cast<std::uintptr_t>(base), &Array::base);  // It is there still.
  return Stray{base, array != tables_.arrays.end() ? array->bytes : 0};
}

void QuietPages::take_stray(std::size_t page) {
  const std::scoped_lock lock(tables_.mutex);
  // States stay as they are: what is found of this launch must not depend on when the write came.
  const auto array = std::ranges::find_if(
      tables_.arrays, [&](const Array& each) { return each.first_page <= page && page < each.last_page; });
  if (array == tables_.arrays.end()) return;
  tables_.not_believed.insert(tables_.kernel);
  tables_.strays_at.insert(reinterpret_cast<const std::byte*>(array->base));  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace fencepost::detector
