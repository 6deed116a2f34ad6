// Each block has its own shared memory: blocks that use the same index do not meet.
// CLEAN
// STDOUT: ^0 199$
#include <cstdio>

__device__ int out[200];

__global__ void k() {
  __shared__ int x;
  if (threadIdx.x == 0) x = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 31) out[blockIdx.x] = x;
}

int main() {
  k<<<200, 32>>>();
  int host[200];
  cudaMemcpyFromSymbol(host, out, sizeof host);
  printf("%d %d\n", host[0], host[199]);
}
