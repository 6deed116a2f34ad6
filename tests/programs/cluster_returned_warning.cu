// Threads return before a barrier of their cluster: it does not wait for them (PTX ISA, "barrier.cluster").
// FINDING: barrier-divergence warning none inter-block barrier@sync exit
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) k(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cooperative_groups::this_cluster().sync();  // @sync
}

int main() {
  k<<<2, 64>>>(100);
  return cudaDeviceSynchronize();
}
