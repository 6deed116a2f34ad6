// A plain read after a barrier is ordered after the block's own atomic operations.
// CLEAN
// STDOUT: ^64 64$
#include <cstdio>

__device__ int out[2];

__global__ void k() {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 5) out[blockIdx.x] = count;
}

int main() {
  k<<<2, 64>>>();
  int host[2];
  cudaMemcpyFromSymbol(host, out, sizeof host);
  printf("%d %d\n", host[0], host[1]);
}
