// The lanes that took the other branch are in another coalesced group.
// FINDING: race error shared * write@w read@r object=slot
#include <cooperative_groups.h>
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;  // @w
  if (threadIdx.x % 2 == 0) {
    auto group = cooperative_groups::coalesced_threads();
    group.sync();
    out[threadIdx.x] = slot[threadIdx.x ^ 1];  // @r
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
