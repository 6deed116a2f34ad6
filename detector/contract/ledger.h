// Do the shares that several threads are given of the same places go together?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "detector/contract/permissions.h"

namespace fencepost::detector {

/// What one thread is given, or hands in.
struct Grant {
  HeldRange range;
  std::uint64_t thread = 0;  ///< Its rank in the grid, or in the block: whatever `range` is shared among.
};

/// Addresses of which all that is given, and all that is there to be given, is the same.
struct Imbalance {
  std::uintptr_t begin = 0, end = 0;
  std::optional<Share> given, available;  ///< Nullopt: it does not fit into a Share.
  std::uint32_t element_bytes = 1;        ///< Of the first grant or hand-in there.
  /// Those who are given some of it, two at most, the lowest ranks first; of a leak, those who handed it in.
  std::vector<Grant> lowest;
};

enum class Balance : std::uint8_t { kInvented, kLeaked, kUnknown };

/// Calls `tell` for each part of the memory, in order of address, of which more is given than is handed in (kInvented),
/// or less (kLeaked, if `leaks`). Neither order of the grants matters for what is told. Sorts both.
void compare_grants(std::vector<Grant>& given, std::vector<Grant>& handed_in, bool leaks,
                    const std::function<void(Balance, const Imbalance&)>& tell);

/// The same for what threads have at the begin: of each place there is 1.
void compare_with_all(std::vector<Grant>& given, const std::function<void(Balance, const Imbalance&)>& tell);

}  // namespace fencepost::detector
