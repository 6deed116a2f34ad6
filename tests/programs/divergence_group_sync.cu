// The arms of a branch have a barrier each, one of them that of the thread block group.
// FINDING: barrier-divergence error none intra-block barrier@group barrier@block
#include <cooperative_groups.h>

__global__ void k() {
  if (threadIdx.x < 32) {
    cooperative_groups::this_thread_block().sync();  // @group
  } else {
    __syncthreads();  // @block
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
