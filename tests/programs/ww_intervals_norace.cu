// Threads write the same place in different intervals.
// CLEAN
// STDOUT: ^31$
#include <cstdio>

__device__ int out;

__global__ void k() {
  __shared__ int x;
  for (int i = 0; i < 32; ++i) {
    if (threadIdx.x == i) x = i;
    __syncthreads();
  }
  if (threadIdx.x == 0) out = x;
}

int main() {
  k<<<1, 32>>>();
  int value;
  cudaMemcpyFromSymbol(&value, out, sizeof value);
  printf("%d\n", value);
}
