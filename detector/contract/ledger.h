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
  std::optional<std::uint64_t>
      keeper{};  ///< Of kInvented: a thread that may go on to change them by atomic operations.
};

enum class Balance : std::uint8_t { kInvented, kLeaked, kUnknown };

/// Calls `tell` for each part of the memory, in order of address, of which more is given than is handed in (kInvented),
/// or less (kLeaked, if `leaks`). Neither order of the grants matters for what is told. Sorts all.
///
/// A place is lent to atomic operations by one who gives `atomic` of it: for that all of it must be handed in, or
/// `atomic` of it by somebody. It is all there again when `atomic` is handed in and nobody has `kept` it.
void compare_grants(std::vector<Grant>& given, std::vector<Grant>& handed_in, std::vector<Grant>& kept, bool leaks,
                    const std::function<void(Balance, const Imbalance&)>& tell);

/// The same for what threads have at the begin: of each place there is 1, or `atomic` for whoever wants it.
void compare_with_all(std::vector<Grant>& given, const std::function<void(Balance, const Imbalance&)>& tell);

/// What a barrier gives of places of which `atomic` is handed in there.
struct TakenBack {
  Grant grant;  ///< Its thread is a rank in the grid.
  const contract::Clause* barrier = nullptr;
  std::uint32_t interval = 0;  ///< The one before it.
};
/// Those of `given`, whose threads are ranks as they are there.
std::vector<Grant> taken_back(const std::vector<Grant>& given, const std::vector<Grant>& handed_in);

/// What a block takes back, and a thread of another block has `atomic` of since the begin, by the lowest such thread.
/// All threads are ranks in the grid, in blocks of `block_threads`.
void compare_blocks(const std::vector<TakenBack>& back, const std::vector<Grant>& at_entry, std::uint64_t block_threads,
                    const std::function<void(const TakenBack&, const Imbalance&)>& tell);

}  // namespace fencepost::detector
