// Simpler inputs, for the smallest one that still shows a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cli/fuzz/inputs/space.h"

namespace fencepost::cli {

/// A part of an input that is made simpler by itself: the schedule, a number, an array, a text.
std::size_t parts_of(const FuzzSpace& space);

/// Inputs that differ from `input` in this part alone and are simpler, simplest first: the schedule is forward before
/// it is of a few threads that come first, and that before it is of a seed, numbers are nearer to 0, arrays zeros or
/// with fewer elements that differ, texts shorter. `threads`: those of the block that the finding is about. All inputs
/// are such that repair() and allows() accept them. None: nothing is simpler.
std::vector<FuzzInput> simpler(const FuzzInput& input, std::size_t part, const FuzzSpace& space,
                               const std::vector<std::uint32_t>& threads);

/// The input in the next larger block that has whole warps along x; none if its block is one, or may not be.
std::vector<FuzzInput> in_whole_warps(const FuzzInput& input, const FuzzSpace& space);

}  // namespace fencepost::cli
