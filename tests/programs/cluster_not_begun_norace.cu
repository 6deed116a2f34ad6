// Behind a relaxed barrier of the cluster all its blocks have begun, though it orders no memory.
// CLEAN
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k() {
  __shared__ int flags[32];
  cg::cluster_group cluster = cg::this_cluster();
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  cluster.map_shared_rank(flags, cluster.block_rank() ^ 1)[threadIdx.x] = 1;
  cluster.sync();
}

int main() {
  k<<<2, 32>>>();
  cudaDeviceSynchronize();
}
