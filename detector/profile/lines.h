// From addresses of code to source lines.
#pragma once

#include "detector/model/profile.h"
#include "detector/profile/warp_replay.h"

namespace fencepost::detector {

/// Adds what was counted to `kernel`'s total and, by the user's lines, to its lines. Basic blocks that lie in our CUDA
/// headers with all their code are left out: they stand for what is an instruction on a GPU, a shuffle for instance.
void add_lines(const CountsByPc& counts, KernelProfile& kernel);

}  // namespace fencepost::detector
