// Which parts of an address range are free.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fencepost::sim {

/// Hands out blocks of [0, size) by best fit, lowest offset first, so that equal sequences of calls give equal offsets.
/// Only numbers are managed, no memory. Thread safety: none.
///
/// Invariant: free blocks neither overlap nor touch (neighbours are merged), and both indexes hold the same blocks.
class FreeBlocks {
 public:
  explicit FreeBlocks(std::size_t size);

  /// Offset of a block of `bytes` > 0, or nullopt if no free block is that large.
  std::optional<std::size_t> take(std::size_t bytes);
  /// Returns a block exactly as it was taken.
  void give_back(std::size_t offset, std::size_t bytes);

  [[nodiscard]] std::size_t free_bytes() const { return free_bytes_; }
  /// Number of free blocks; 1 when everything is free.
  [[nodiscard]] std::size_t count() const { return by_offset_.size(); }

 private:
  void insert(std::size_t offset, std::size_t bytes);
  void erase(std::map<std::size_t, std::size_t>::iterator);

  std::map<std::size_t, std::size_t> by_offset_;           ///< Offset to size.
  std::set<std::pair<std::size_t, std::size_t>> by_size_;  ///< (size, offset).
  std::size_t free_bytes_ = 0;
};

}  // namespace fencepost::sim
