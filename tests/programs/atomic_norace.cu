// Atomic operations do not race with each other, within a block or between blocks.
// CLEAN
// STDOUT: ^8192 32640 255 0 255$
#include <cstdio>

__device__ int sum, largest;
__device__ unsigned long long wide;
__device__ unsigned ones, smallest = 1000;

__global__ void k() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int block_sum;
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  atomicAdd(&block_sum, 32);
  atomicAdd(&wide, i);
  atomicMax(&largest, i);
  atomicMin(&smallest, i);
  atomicOr(&ones, i);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&sum, block_sum);
}

int main() {
  k<<<4, 64>>>();
  int a, c;
  unsigned d, e;
  unsigned long long b;
  cudaMemcpyFromSymbol(&a, sum, sizeof a);
  cudaMemcpyFromSymbol(&b, wide, sizeof b);
  cudaMemcpyFromSymbol(&c, largest, sizeof c);
  cudaMemcpyFromSymbol(&d, smallest, sizeof d);
  cudaMemcpyFromSymbol(&e, ones, sizeof e);
  printf("%d %llu %d %u %u\n", a, b, c, d, e);
}
