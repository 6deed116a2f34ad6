// A barrier between a write and another thread's read.
// CLEAN
// STDOUT: ^5$
#include <cstdio>

__device__ int out;

__global__ void k() {
  __shared__ int x;
  if (threadIdx.x == 0) x = 5;
  __syncthreads();
  if (threadIdx.x == 1) out = x;
}

int main() {
  k<<<1, 32>>>();
  int value;
  cudaMemcpyFromSymbol(&value, out, sizeof value);
  printf("%d\n", value);
}
