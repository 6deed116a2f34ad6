// A block of 1024 threads, with barriers.
// CLEAN
// STDOUT: ^523776$
#include <cstdio>

__device__ int out;

__global__ void k() {
  __shared__ int sum[1024];
  int t = threadIdx.x;
  sum[t] = t;
  for (int half = 512; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) sum[t] += sum[t + half];
  }
  if (t == 0) out = sum[0];
}

int main() {
  k<<<1, 1024>>>();
  int value;
  cudaMemcpyFromSymbol(&value, out, sizeof value);
  printf("%d\n", value);
}
