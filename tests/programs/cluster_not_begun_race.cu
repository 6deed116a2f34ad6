// A block writes into the shared memory of another one that may not have begun yet.
// FINDING: invalid-address error shared inter-block write@early object=flags
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k() {
  __shared__ int flags[32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.map_shared_rank(flags, cluster.block_rank() ^ 1)[threadIdx.x] = 1;  // @early
  cluster.sync();
}

int main() {
  k<<<2, 32>>>();
  cudaDeviceSynchronize();
}
