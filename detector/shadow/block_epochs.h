// Which block of a launch, and which of its intervals, an epoch of one worker was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::detector {

/// The blocks that a worker has run in a launch. Blocks that follow each other and have equally many intervals, as in
/// most kernels, take one entry, however many they are. Thread safety: none.
class BlockEpochs {
 public:
  struct Place {
    std::uint64_t block;
    std::uint32_t interval;
    friend bool operator==(const Place&, const Place&) = default;
  };

  void clear() { runs_.clear(); }
  /// `block` begins with `epoch`, which is greater than all before it. May be negative: an interval has an epoch, but
  /// the block that it belongs to perhaps began before they were counted anew.
  void begin_block(std::int64_t epoch, std::uint64_t block);
  /// `epoch`: of one of the blocks.
  [[nodiscard]] Place at(std::uint64_t epoch) const;
  [[nodiscard]] std::size_t entries() const { return runs_.size(); }

 private:
  struct Run {
    std::int64_t first_epoch;
    std::uint64_t first_block;
    std::uint64_t blocks;    ///< Ascending by one.
    std::int64_t intervals;  ///< Of each block but the last; 0: there is only one.
  };
  std::vector<Run> runs_;  ///< Ascending by epoch.
};

}  // namespace fencepost::detector
