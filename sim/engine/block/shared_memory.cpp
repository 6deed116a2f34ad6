#include "sim/engine/block/shared_memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <mutex>
#include <utility>

#include "sim/engine/state_hash.h"
#include "sim/interface/host_mutex.h"

/// All `extern __shared__` arrays; fencepost-nvcc defines it together with their names.
extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::sim {

namespace {
/// What shared memory holds before it is written: a NaN as a float, -1 as an int. What an earlier block left there
/// would be taken for right too easily.
constexpr int kPoison = 0xFF;
constexpr std::size_t kMostSharedBytes = 232448;  ///< Of a block, sm_90.

struct StaticShared {
  std::vector<SharedRange> ranges;
  std::vector<const void*> kernels;  ///< Sorted.
};
HostMutex static_shared_mutex;
StaticShared& static_shared() {
  static auto& all = *new StaticShared;
  return all;
}
std::atomic<unsigned> changes{0};
std::atomic<bool> any_told{false};

}  // namespace

void set_static_shared(std::vector<SharedRange> ranges, std::vector<const void*> kernels) {
  std::ranges::sort(ranges, {}, &SharedRange::begin);
  std::ranges::sort(kernels);
  const std::lock_guard lock(static_shared_mutex);
  any_told = !ranges.empty();
  static_shared() = {std::move(ranges), std::move(kernels)};
  ++changes;
}

unsigned changes_of_static_shared() { return changes; }

std::span<const SharedRange> static_shared_of(const void* kernel) {
  struct Known {
    const void* kernel = nullptr;
    unsigned change = 0;
    std::vector<SharedRange> ranges;
  };
  static thread_local Known known;
  if (known.kernel == kernel && known.change == changes) return known.ranges;
  const std::lock_guard lock(static_shared_mutex);
  const bool is_known = std::ranges::binary_search(static_shared().kernels, kernel);
  known.kernel = kernel;
  known.change = changes;
  known.ranges.clear();
  std::ranges::copy_if(static_shared().ranges, std::back_inserter(known.ranges), [&](const SharedRange& range) {
    return !is_known || range.kernel == nullptr || range.kernel == kernel;
  });
  return known.ranges;
}

void poison_shared_memory(const LaunchInfo& launch) {
  std::memset(fencepost_dynamic_shared, kPoison, launch.dynamic_shared_bytes);
  for (const SharedRange& range : static_shared_of(launch.entry_pc)) {
    std::memset(fencepost_dynamic_shared + range.begin, kPoison, static_cast<std::size_t>(range.end - range.begin));
  }
}

std::uint64_t shared_memory_state(const LaunchInfo& launch) {
  const auto* dynamic = reinterpret_cast<const std::byte*>(fencepost_dynamic_shared);
  std::uint64_t hash = hash_bytes({dynamic, launch.dynamic_shared_bytes});
  for (const SharedRange& range : static_shared_of(launch.entry_pc))
    hash = hash_bytes({dynamic + range.begin, dynamic + range.end}, hash);
  return hash;
}

bool is_in_shared_memory(const void* address, std::size_t bytes, const LaunchInfo& launch) {
  const std::span<const SharedRange> ranges = static_shared_of(launch.entry_pc);
  const std::ptrdiff_t begin = static_cast<const unsigned char*>(address) - fencepost_dynamic_shared;
  const auto holds = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    return begin >= from && begin <= to && bytes <= static_cast<std::size_t>(to - begin);
  };
  // Of a program without symbols, or without checks, nobody has told the ranges.
  if (!any_told && bytes <= kMostSharedBytes) return true;
  return holds(0, static_cast<std::ptrdiff_t>(launch.dynamic_shared_bytes)) ||
         std::ranges::any_of(ranges, [&](const SharedRange& range) { return holds(range.begin, range.end); });
}

std::vector<const std::byte*> places_in_shared_memory(std::uint32_t low, std::size_t bytes, const LaunchInfo& launch) {
  constexpr std::uintptr_t kReach = std::uintptr_t{1} << 18;
  const auto* const dynamic = reinterpret_cast<const std::byte*>(fencepost_dynamic_shared);
  std::vector<const std::byte*> places, unwritten;
  const auto look_in = [&](const std::byte* begin, const std::byte* end, bool is_variable) {
    const std::uintptr_t distance = (low - reinterpret_cast<std::uintptr_t>(begin)) % kReach;
    const auto size = static_cast<std::size_t>(end - begin);
    if (distance > size || bytes > size - distance) return;
    const std::byte* const place = begin + distance;
    const auto is_poison = [](std::byte byte) { return byte == std::byte{kPoison}; };
    const bool is_unwritten =
        is_variable ? std::all_of(begin, end, is_poison) : std::all_of(place, place + bytes, is_poison);
    (is_unwritten ? unwritten : places).push_back(place);
  };
  look_in(dynamic, dynamic + launch.dynamic_shared_bytes, false);
  for (const SharedRange& range : static_shared_of(launch.entry_pc)) {
    look_in(dynamic + range.begin, dynamic + range.end, true);
  }
  return places.empty() ? unwritten : places;
}

}  // namespace fencepost::sim
