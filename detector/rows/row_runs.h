// What rows of a launch accessed, as runs of words.
#pragma once

#include <cstdint>

#include "detector/rows/kept_row.h"
#include "detector/shadow/block_epochs.h"
#include "detector/shadow/footprint.h"

namespace fencepost::detector {

/// How ranks in a launch are counted: `threads` of a block.
struct LaunchRanks {
  const BlockEpochs& blocks;
  std::uint32_t threads;
};

/// Adds what the rows accessed of the words in `clip`, each by its least thread. They are of a form that PageRows
/// keeps.
void add_runs(const KeptRow& rows, const Extent& clip, const LaunchRanks& ranks, Footprint& result);

}  // namespace fencepost::detector
