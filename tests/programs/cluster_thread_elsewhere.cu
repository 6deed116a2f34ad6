// A thread of the second block waits at the block's barrier, all others of the cluster at the cluster's.
// FINDING: deadlock error none inter-block barrier@cluster barrier@block
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) k() {
  if (blockIdx.x == 1 && threadIdx.x == 5) __syncthreads();  // @block
  cooperative_groups::this_cluster().sync();                 // @cluster
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess;
}
