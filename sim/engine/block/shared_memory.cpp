#include "sim/engine/block/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/engine/state_hash.h"

/// All `extern __shared__` arrays; fencepost-nvcc defines it together with their names.
extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::sim {

namespace {
/// What shared memory holds before it is written: a NaN as a float, -1 as an int. What an earlier block left there
/// would be taken for right too easily.
constexpr int kPoison = 0xFF;
constexpr std::size_t kMostSharedBytes = 232448;  ///< Of a block, sm_90.

std::vector<SharedRange>& static_shared() {
  static auto& ranges = *new std::vector<SharedRange>;
  return ranges;
}

}  // namespace

void poison_shared_memory(std::size_t dynamic_bytes) {
  std::memset(fencepost_dynamic_shared, kPoison, dynamic_bytes);
  for (const SharedRange& range : static_shared()) {
    std::memset(fencepost_dynamic_shared + range.begin, kPoison, static_cast<std::size_t>(range.end - range.begin));
  }
}

std::uint64_t shared_memory_state(std::size_t dynamic_bytes) {
  const auto* dynamic = reinterpret_cast<const std::byte*>(fencepost_dynamic_shared);
  std::uint64_t hash = hash_bytes({dynamic, dynamic_bytes});
  for (const SharedRange& range : static_shared())
    hash = hash_bytes({dynamic + range.begin, dynamic + range.end}, hash);
  return hash;
}

bool is_in_shared_memory(const void* address, std::size_t bytes, std::size_t dynamic_bytes) {
  const std::ptrdiff_t begin = static_cast<const unsigned char*>(address) - fencepost_dynamic_shared;
  const auto holds = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    return begin >= from && begin <= to && bytes <= static_cast<std::size_t>(to - begin);
  };
  // Of a program without symbols, or without checks, nobody has told the ranges.
  if (static_shared().empty() && bytes <= kMostSharedBytes) return true;
  return holds(0, static_cast<std::ptrdiff_t>(dynamic_bytes)) ||
         std::ranges::any_of(static_shared(), [&](const SharedRange& range) { return holds(range.begin, range.end); });
}

std::vector<const std::byte*> places_in_shared_memory(std::uint32_t low, std::size_t bytes, std::size_t dynamic_bytes) {
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
  look_in(dynamic, dynamic + dynamic_bytes, false);
  for (const SharedRange& range : static_shared()) look_in(dynamic + range.begin, dynamic + range.end, true);
  return places.empty() ? unwritten : places;
}

void set_static_shared(std::vector<SharedRange> ranges) { static_shared() = std::move(ranges); }

}  // namespace fencepost::sim
