// __constant__ memory is only read.
// CLEAN
// STDOUT: ^60$
#include <cstdio>

__constant__ int weights[3];
__constant__ float scale = 2.0f;
__device__ int out[64];

__global__ void k() {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += weights[i];
  out[threadIdx.x] = sum * scale;
}

int main() {
  const int host[3] = {5, 10, 15};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  k<<<1, 64>>>();
  int result[64];
  cudaMemcpyFromSymbol(result, out, sizeof result);
  printf("%d\n", result[63]);
}
