// Two threads of a block write different values to one place in the same interval.
// FINDING: race error shared intra-warp write@w write@w object=x
#include <cstdio>

__device__ int out;

__global__ void k() {
  __shared__ int x;
  x = threadIdx.x;  // @w
  __syncthreads();
  if (threadIdx.x == 0) out = x;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
