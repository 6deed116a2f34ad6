// What a thread does between its arrival at the cluster's barrier and its wait is not ordered with what others do.
// FINDING: race error shared inter-block write@between read@r object=tile
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(int* results) {
  __shared__ int tile[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  tile[0][threadIdx.x] = 1;
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  tile[1][threadIdx.x] = 2;  // @between
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  const auto* theirs = cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  results[64 * blockIdx.x + threadIdx.x] = theirs[threadIdx.x];
  results[64 * blockIdx.x + threadIdx.x + 32] = theirs[32 + threadIdx.x];  // @r
  cluster.sync();
}

int main() {
  int* results;
  cudaMalloc(&results, 128 * sizeof(int));
  k<<<2, 32>>>(results);
  cudaDeviceSynchronize();
  cudaFree(results);
}
