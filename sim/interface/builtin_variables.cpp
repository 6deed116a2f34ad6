#include "sim/interface/thread_variables.h"

extern "C" {
__thread fencepost::sim::Extent fencepost_thread_idx{0, 0, 0};
__thread fencepost::sim::Extent fencepost_block_idx{0, 0, 0};
__thread fencepost::sim::Extent fencepost_block_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_grid_dim{1, 1, 1};
__thread fencepost::sim::Extent fencepost_block_in_cluster{0, 0, 0};
__thread fencepost::sim::Extent fencepost_cluster_dim{1, 1, 1};
}
