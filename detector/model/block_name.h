// Blocks as options name them.
#pragma once

#include <optional>
#include <string_view>

#include "sim/interface/observer.h"

namespace fencepost::detector {

/// The rank of the block called `text`, "17" (a rank) or "1,0,2" (an index; what is left out is 0); nullopt if the grid
/// has none such.
std::optional<sim::BlockRank> block_named(std::string_view text, const sim::Extent& grid);

}  // namespace fencepost::detector
