// A relaxed arrival at the cluster's barrier orders no memory (PTX ISA, "barrier.cluster").
// FINDING: race error shared inter-block write@w read@r object=tile
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(int* results) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  tile[threadIdx.x] = threadIdx.x;  // @w
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  const int* theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  results[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x];  // @r
  cluster.sync();
}

int main() {
  int* results;
  cudaMalloc(&results, 2 * 32 * sizeof(int));
  k<<<2, 32>>>(results);
  cudaDeviceSynchronize();
  cudaFree(results);
}
