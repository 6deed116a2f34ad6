#include "detector/shadow/block_epochs.h"

#include <algorithm>

namespace fencepost::detector {

void BlockEpochs::begin_block(std::int64_t epoch, std::uint64_t block) {
  if (!runs_.empty()) {
    Run& run = runs_.back();
    const auto blocks = static_cast<std::int64_t>(run.blocks);
    const bool follows = block == run.first_block + run.blocks;
    if (follows && (blocks == 1 || epoch == run.first_epoch + blocks * run.intervals)) {
      if (blocks == 1) run.intervals = epoch - run.first_epoch;
      ++run.blocks;
      return;
    }
  }
  runs_.push_back({.first_epoch = epoch, .first_block = block, .blocks = 1, .intervals = 0});
}

BlockEpochs::Place BlockEpochs::at(std::uint64_t epoch) const {
  const auto at = static_cast<std::int64_t>(epoch);
  const Run* run = &runs_.back();
  if (at < run->first_epoch) {
    run = &*std::prev(std::upper_bound(runs_.begin(), runs_.end(), at,
                                       [](std::int64_t e, const Run& r) { return e < r.first_epoch; }));
  }
  const std::int64_t since = at - run->first_epoch;
  if (run->blocks == 1) return {run->first_block, static_cast<std::uint32_t>(since)};
  const std::int64_t number = std::min(since / run->intervals, static_cast<std::int64_t>(run->blocks) - 1);
  return {run->first_block + static_cast<std::uint64_t>(number),
          static_cast<std::uint32_t>(since - number * run->intervals)};
}

}  // namespace fencepost::detector
