// sync() of a coalesced group orders the lanes that came along.
// CLEAN
#include <cooperative_groups.h>
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  if (threadIdx.x % 2 == 0) {
    auto group = cooperative_groups::coalesced_threads();
    slot[threadIdx.x] = threadIdx.x;
    group.sync();
    out[threadIdx.x] = slot[threadIdx.x ^ 2];
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
