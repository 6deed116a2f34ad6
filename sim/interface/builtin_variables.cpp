#include <cstddef>

#include "sim/interface/thread_variables.h"

namespace {
/// The reach of a wgmma descriptor. All thread-local variables of an OS thread are aligned to what one of them is: so
/// where a shared variable lies in the window (sim/include/fencepost_ptx_window.h) is the same in all blocks and runs.
/// It is one that is not zero, as GNU ld lets programs with such an alignment in .tbss not start.
constexpr std::size_t kWindowAlignment = std::size_t{1} << 18;
}  // namespace

extern "C" {
__thread fencepost::sim::Extent fencepost_thread_idx{0, 0, 0};
__thread fencepost::sim::Extent fencepost_block_idx{0, 0, 0};
alignas(kWindowAlignment) __thread fencepost::sim::Extent fencepost_block_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_grid_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_block_in_cluster{0, 0, 0};
__thread fencepost::sim::Extent fencepost_cluster_dim{1, 1, 1};
}
