// Pages of device memory all of whose words have the same state, so that rows need not look at each word again.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "detector/rows/rows.h"
#include "detector/shadow/global_shadow.h"
#include "sim/engine/arena.h"

namespace fencepost::detector {

/// All bits of `wanted` are set in each of the bytes.
inline bool all_have(const std::uint8_t* bytes, std::size_t count, std::uint8_t wanted) {
  const std::uint64_t in_each = wanted * (~std::uint64_t{0} / 0xFF);
  std::size_t i = 0;
  constexpr std::size_t kMany = 8;  // Of eight bytes each, which compilers put into vectors.
  for (; i + 8 * kMany <= count; i += 8 * kMany) {
    std::array<std::uint64_t, kMany> eights;
    std::memcpy(eights.data(), bytes + i, sizeof eights);
    std::uint64_t in_all = in_each;
    for (const std::uint64_t eight : eights) in_all &= eight;
    if (in_all != in_each) return false;
  }
  for (; i + 8 <= count; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + i, 8);
    if ((eight & in_each) != in_each) return false;
  }
  for (; i < count; ++i) {
    if ((bytes[i] & wanted) != wanted) return false;
  }
  return true;
}

/// To be read eight at a time: others may write them, but none that the calling thread waits for.
inline const std::uint8_t* bytes_of(const std::atomic<std::uint8_t>* states) {
  static_assert(sizeof(*states) == 1 && std::atomic<std::uint8_t>::is_always_lock_free);
  return reinterpret_cast<const std::uint8_t*>(states);
}

/// Asks each page once in a launch, and again when words somewhere may have lost what they had (MemoryState::losses).
/// Thread safety: as WorkerShadow.
class WholePages {
 public:
  void reserve(const GlobalShadow& global) {
    known_ = reserve_zeroed_array<std::uint64_t>(global.page_of(global.cells.begin + global.cells.bytes) + 1);
  }
  [[nodiscard]] bool is_reserved() const { return known_ != nullptr; }
  /// Pages that were not whole may be so now.
  void begin_launch() { ++now_; }
  /// As long as it is the same, pages that were whole are so. Never 0.
  [[nodiscard]] std::uint64_t now(const GlobalShadow& global) {
    if (const std::uint64_t losses = global.memory->losses(); losses != losses_) {
      losses_ = losses;
      ++now_;
    }
    return now_;
  }
  /// Each word of the page has `wanted`: all of MemoryState::kComplete, or kAllBytes. May be false where that is so.
  [[nodiscard]] bool have(const GlobalShadow& global, std::size_t page, std::uint8_t wanted) {
    std::uint64_t& known = known_[page];
    if (known / kStates != now(global)) known = now_ * kStates + look(global, page);
    const State needed = wanted == MemoryState::kComplete ? kWritten : kOwned;
    return known % kStates >= needed;
  }

 private:
  enum State : std::uint64_t { kMixed, kOwned, kWritten, kStates };

  static State look(const GlobalShadow& global, std::size_t page) {
    const std::size_t first = page * GlobalShadow::kPageWords, words = global.cells.bytes / kWordBytes;
    if (first + GlobalShadow::kPageWords > words) return kMixed;
    global.memory->look_at(global.address_of(first), GlobalShadow::kPageWords * kWordBytes);
    const auto all = [states = bytes_of(global.states) + first](std::uint8_t wanted) {
      return all_have(states, GlobalShadow::kPageWords, wanted);
    };
    return all(MemoryState::kComplete) ? kWritten : all(kAllBytes) ? kOwned : kMixed;
  }

  std::uint64_t* known_ = nullptr;  ///< By page: when it was asked, and its State then.
  std::uint64_t now_ = 1;           ///< Grows with each launch, and with losses.
  std::uint64_t losses_ = 0;
};

/// Allocations of device memory that were found lately: what lies in one is somebody's. Thread safety: as WorkerShadow.
class KnownArrays {
 public:
  /// All of it lies in one allocation. `now`: is another one when some may have gone.
  [[nodiscard]] bool contain(const Extent& extent, std::uint64_t now) {
    const Extent array = around(extent.begin, now);
    return array.bytes != 0 && extent.bytes <= array.bytes - (extent.begin - array.begin);
  }
  /// The allocation that the address lies in; of 0 bytes if there is none.
  [[nodiscard]] Extent around(std::uintptr_t address, std::uint64_t now) {
    constexpr unsigned kRegionBits = 22;
    Array& array = arrays_[(address >> kRegionBits) * 0x9E3779B97F4A7C15U >> (64 - kArraysBits)];
    if (array.now != now || address - array.extent.begin >= array.extent.bytes) {
      const auto* const at = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
      const std::optional<sim::Allocation> found = sim::Arena::instance().find(at);
      if (!found) return {};
      array = {{reinterpret_cast<std::uintptr_t>(found->base), found->bytes}, now};
    }
    return array.extent;
  }

 private:
  struct Array {
    Extent extent;
    std::uint64_t now = 0;
  };
  static constexpr unsigned kArraysBits = 6;
  std::array<Array, std::size_t{1} << kArraysBits> arrays_;  ///< By the region of an address in them.
};

}  // namespace fencepost::detector
