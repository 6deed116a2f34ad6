// Between its arrival at the cluster's barrier and its wait a thread does what concerns nobody else.
// CLEAN
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(int* results) {
  __shared__ int tile[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[0][threadIdx.x] = 1;
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  tile[1][threadIdx.x] = 2;
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  const int* theirs = cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  results[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x] + tile[1][threadIdx.x];
  cluster.sync();
}

int main() {
  int* results;
  cudaMalloc(&results, 64 * sizeof(int));
  k<<<2, 32>>>(results);
  cudaDeviceSynchronize();
  cudaFree(results);
}
