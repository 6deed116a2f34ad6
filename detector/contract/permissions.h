// What one thread has: shares of ranges of addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "detector/contract/share.h"

namespace fencepost::contract {
struct Clause;
}

namespace fencepost::detector {

/// Addresses [begin, end), all with the same share.
struct HeldRange {
  std::uintptr_t begin = 0, end = 0;
  Share share;
  const contract::Clause* granted = nullptr;  ///< The clause that gave it, or the last part of it.
  std::uint32_t element_bytes = 1;            ///< Of the array, for reports.

  [[nodiscard]] bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
};

/// A sorted list of ranges: a few elements for a thread that has one element of each array, or one range for a whole
/// array, however it was granted.
/// Thread safety: none.
class Permissions {
 public:
  /// Adds a range that is not empty. False, and no change, if a sum does not fit.
  bool add(const HeldRange& range);

  /// Takes `range.share` from all of its addresses. Where there is less, nothing is left; then the first such place,
  /// with what was there, is returned.
  std::optional<HeldRange> take(const HeldRange& range);

  /// The range that contains `address`, or null. Cheap where the last answer is asked again.
  [[nodiscard]] const HeldRange* find(std::uintptr_t address) const {
    if (last_ < ranges_.size() && ranges_[last_].contains(address)) return &ranges_[last_];
    return search(address);
  }
  enum class Need : std::uint8_t {
    kSome,          ///< Some share.
    kAll,           ///< W.
    kSomeOrAtomic,  ///< Of an atomic operation that only reads.
    kAllOrAtomic,   ///< Of one that changes what is there.
  };
  /// Whether the share is enough for that.
  static bool is_enough(const Share& share, Need need);
  /// The first address of [begin, end) of which there is not enough; nullopt if there is none.
  [[nodiscard]] std::optional<std::uintptr_t> first_lacking(std::uintptr_t begin, std::uintptr_t end, Need need) const;

  [[nodiscard]] std::span<const HeldRange> ranges() const { return ranges_; }
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  void clear() { ranges_.clear(); }

 private:
  [[nodiscard]] const HeldRange* search(std::uintptr_t address) const;
  [[nodiscard]] std::size_t first_behind(std::uintptr_t address) const;
  void replace(std::size_t from, std::size_t to, const std::vector<HeldRange>& by);

  std::vector<HeldRange> ranges_;  ///< By address; they do not overlap, and none is nothing.
  mutable std::size_t last_ = 0;   ///< Where find() found something last.
};

}  // namespace fencepost::detector
