// A relaxed arrival at the cluster's barrier behind a fence orders what came before that (PTX ISA, "barrier.cluster").
// CLEAN
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(int* results) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  const int* theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  results[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x];
  cluster.sync();
}

int main() {
  int* results;
  cudaMalloc(&results, 2 * 32 * sizeof(int));
  k<<<2, 32>>>(results);
  cudaDeviceSynchronize();
  cudaFree(results);
}
