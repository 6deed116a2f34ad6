// Each block waits behind the last access before it ends, so that none accesses the shared memory of one that has.
// CLEAN
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k() {
  __shared__ int bins[32];
  cg::cluster_group cluster = cg::this_cluster();
  bins[threadIdx.x] = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(bins, cluster.block_rank() ^ 1) + threadIdx.x, 1);
  cluster.sync();
}

int main() {
  k<<<2, 32>>>();
  cudaDeviceSynchronize();
}
