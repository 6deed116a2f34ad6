#include "detector/replay/arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "detector/shadow/memory_state.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {
namespace {

/// Arrays of no more elements are known as a whole from their first use on.
constexpr std::uint64_t kWhole = 8192;
constexpr std::uint32_t kWidest = 8;

std::uint64_t bits_at(std::uintptr_t address, std::uint32_t bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), bytes);
  return bits;
}

bool in_arena(std::uintptr_t address) {
  const sim::Arena& arena = sim::Arena::instance();
  return address >= arena.begin() && address < arena.end();
}

/// The size of its elements, as they are shown.
std::uint32_t shown_bytes(const Variable& variable, std::size_t access_bytes) {
  const std::size_t element = variable.element_bytes;
  if (variable.scalar_elements && std::has_single_bit(element) && element <= kWidest) {
    return static_cast<std::uint32_t>(element);
  }
  // Of a struct whose members are alike: a member.
  const std::size_t member = variable.members.empty() ? 0 : variable.members.front().bytes;
  const bool alike = std::ranges::all_of(variable.members, [&](const Member& each) { return each.bytes == member; });
  if (alike && std::has_single_bit(member) && member <= kWidest && element % member == 0) {
    return static_cast<std::uint32_t>(member);
  }
  const std::size_t most = element == 0 ? access_bytes : std::min(access_bytes, element);
  std::uint32_t bytes = 1;
  while (bytes < kWidest && bytes * 2 <= most && (element == 0 || element % (bytes * 2) == 0)) bytes *= 2;
  return bytes;
}

}  // namespace

ReplayArrays::ReplayArrays(const sim::LaunchInfo& launch)
    : launch_(launch), shared_(WorkerShadow::of_this_thread().shared()) {}

ReplayArrays::Place ReplayArrays::find(std::uintptr_t address, std::size_t bytes) {
  const bool shared = shared_.contains(address);
  const auto contains = [&](const ReplayArray& array) {
    return address - array.base < array.elements * array.element_bytes;
  };
  if (last_ >= arrays_.size() || !contains(arrays_[last_])) {
    const auto known = std::ranges::find_if(arrays_, contains);
    last_ = known != arrays_.end() ? static_cast<std::uint32_t>(known - arrays_.begin()) : add(address, bytes, shared);
    if (last_ == ReplayEvent::kNowhere) return {};
  }
  ReplayArray& array = arrays_[last_];
  const std::uint64_t first = (address - array.base) / array.element_bytes;
  const std::uint64_t end =
      std::min({(address + bytes - 1 - array.base) / array.element_bytes + 1, array.elements, first + kMostElements});
  for (std::uint64_t chunk = first / ReplayArray::kChunk; chunk <= (end - 1) / ReplayArray::kChunk; ++chunk) {
    if (!array.now.contains(chunk)) look_at(array, chunk);
  }
  return {.array = last_, .element = first, .count = static_cast<std::uint32_t>(end - first)};
}

std::uint32_t ReplayArrays::add(std::uintptr_t address, std::size_t bytes, bool shared) {
  const Space space = shared ? Space::kShared : Space::kGlobal;
  auto object = object_at(space, shared ? address - shared_.begin : address, launch_);
  if (!object || object->variable.bytes == 0) return ReplayEvent::kNowhere;
  const std::uintptr_t origin = shared ? shared_.begin : 0;
  ReplayArray array{.object = std::move(*object), .space = space};
  Variable& variable = array.object.variable;
  std::uintptr_t first = origin + array.object.first_element;
  const std::uintptr_t begin = origin + array.object.begin;
  if (address < first) first = begin;
  array.base = first;
  array.number = variable.number;
  array.element_bytes = shown_bytes(variable, bytes);
  array.elements = (begin + variable.bytes - first) / array.element_bytes;
  if (array.elements == 0 || address - first >= array.elements * array.element_bytes) return ReplayEvent::kNowhere;
  arrays_.push_back(std::move(array));
  if (arrays_.back().elements <= kWhole) {
    for (std::uint64_t at = 0; at < arrays_.back().elements; at += ReplayArray::kChunk) {
      look_at(arrays_.back(), at / ReplayArray::kChunk);
    }
  }
  return static_cast<std::uint32_t>(arrays_.size() - 1);
}

void ReplayArrays::look_at(ReplayArray& array, std::uint64_t chunk) {
  const std::uint64_t begin = chunk * ReplayArray::kChunk;
  std::vector<ReplayValue>& values = array.now[chunk];
  values.resize(std::min(ReplayArray::kChunk, array.elements - begin));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = first_value(array, begin + i);
  array.first[chunk] = values;
}

ReplayValue ReplayArrays::first_value(const ReplayArray& array, std::uint64_t element) const {
  const std::uintptr_t address = array.base + element * array.element_bytes;
  ReplayValue value{.bits = bits_at(address, array.element_bytes), .known = array.space != Space::kShared};
  if (value.known && memory_checks().written && in_arena(address)) {
    value.known =
        MemoryState::of_arena().first_unwritten(address, array.element_bytes) == address + array.element_bytes;
  }
  return value;
}

ReplayValue ReplayArrays::read(std::uint32_t array, std::uint64_t element) const {
  const ReplayArray& it = arrays_[array];
  return {.bits = bits_at(it.base + element * it.element_bytes, it.element_bytes), .known = true};
}

ReplayValue& ReplayArrays::known(std::uint32_t array, std::uint64_t element) {
  return arrays_[array].now.at(element / ReplayArray::kChunk)[element % ReplayArray::kChunk];
}

std::vector<ReplayArrays::Change> ReplayArrays::take_unseen_changes() {
  std::vector<Change> changes;
  for (std::uint32_t array = 0; array < arrays_.size(); ++array) {
    for (auto& [chunk, values] : arrays_[array].now) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t element = chunk * ReplayArray::kChunk + i;
        const ReplayValue now = read(array, element);
        if (now.bits == values[i].bits) continue;
        values[i] = now;
        changes.push_back({array, element, now});
      }
    }
  }
  return changes;
}

}  // namespace fencepost::detector
