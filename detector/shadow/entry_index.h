// Finds one of the many entries of a word that is touched from hundreds of source lines.
#pragma once

#include <cstdint>
#include <vector>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// What tells the entries of a word from each other.
struct EntryKey {
  SiteId site = 0;
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  friend bool operator==(const EntryKey&, const EntryKey&) = default;
};

/// Of any of the kinds of entries.
template <class AnyEntry>
EntryKey key_of(const AnyEntry& entry) {
  return {entry.site, entry.kind, entry.mask};
}

/// Words with more entries than these have an index; others are searched from end to end.
inline constexpr std::uint32_t kFewEntries = 16;

/// A hash table from keys to numbers that the owner gives. Sites are not 0.
class EntryIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t find(const EntryKey& key) const {
    if (slots_.empty()) return kNone;
    const std::size_t last = slots_.size() - 1;
    for (std::size_t i = hash(key) & last;; i = (i + 1) & last) {
      if (slots_[i].key == key) return slots_[i].number;
      if (slots_[i].key.site == 0) return kNone;
    }
  }

  /// A key that is not there yet.
  void add(const EntryKey& key, std::uint32_t number) {
    if (2 * ++used_ > slots_.size()) grow();
    put({key, number});
  }

 private:
  struct Slot {
    EntryKey key;
    std::uint32_t number = 0;
  };

  static std::size_t hash(const EntryKey& key) {
    const std::uint32_t bits = std::uint32_t{key.site} << 16 | std::uint32_t{key.kind} << 8 | key.mask;
    return bits * 0x9E3779B97F4A7C15U >> 32;
  }

  void put(const Slot& slot) {
    const std::size_t last = slots_.size() - 1;
    std::size_t i = hash(slot.key) & last;
    while (slots_[i].key.site != 0) i = (i + 1) & last;
    slots_[i] = slot;
  }

  void grow() {
    std::vector<Slot> before(slots_.empty() ? 4 * kFewEntries : 2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.key.site != 0) put(slot);
    }
  }

  std::vector<Slot> slots_;  ///< A power of two; at least half of them free.
  std::uint32_t used_ = 0;
};

}  // namespace fencepost::detector
