// memcpy() in a kernel reads what another thread writes.
// FINDING: race error shared intra-warp read@r write@w object=x
#include <cstring>

__device__ int out[32 * 4];

__global__ void k(int n) {
  __shared__ int x[36];
  x[threadIdx.x] = threadIdx.x;                               // @w
  memcpy(&out[4 * threadIdx.x], &x[threadIdx.x / 8], 4 * n);  // @r
}

int main() {
  k<<<1, 32>>>(4);
  return cudaDeviceSynchronize();
}
