// Compiled without checks nothing is found: not that an atomic operation meets what nobody wrote, as the plain store
// before it is not told.
// COMPILE: --no-check
// CLEAN
#include <cstdio>

__global__ void k(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  out[threadIdx.x] = sum;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[63]);
}
