// A barrier that the compiler copies, because its loop is unrolled, is still one barrier.
// CLEAN
// STDOUT: ^8$
#include <cstdio>

__device__ int out[32];

template <int N>
__device__ void step(int* x) {
#pragma unroll
  for (int i = 0; i < N; ++i) {
    int next = x[(threadIdx.x + 1) % 32];
    __syncthreads();
    x[threadIdx.x] = next;
    __syncthreads();
  }
}

__global__ void k() {
  __shared__ int x[32];
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  step<5>(x);
  step<3>(x);
  out[threadIdx.x] = x[threadIdx.x];
}

int main() {
  k<<<1, 32>>>();
  int host[32];
  cudaMemcpyFromSymbol(host, out, sizeof host);
  printf("%d\n", host[0]);
}
