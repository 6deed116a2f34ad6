// Atomic operations of different sizes on different bytes, or with a barrier between them; and an atomic operation on a
// vector of two halves, which is one on each.
// CLEAN
#include <cuda_fp16.h>

__device__ unsigned long long sum;
__device__ __half2 pair;

__global__ void k() {
  __shared__ unsigned long long tile;
  if (threadIdx.x == 0) tile = 0;
  __syncthreads();
  atomicAdd(&sum, 1ULL);
  atomicAdd(reinterpret_cast<unsigned int*>(&tile) + threadIdx.x % 2, 1U);
  __syncthreads();
  atomicAdd(&tile, 1ULL);
  if (blockIdx.x == 0) {
    atomicAdd(&pair, __half2{});
  } else {
    atomicAdd(reinterpret_cast<__half*>(&pair), __half{});
  }
}

int main() {
  k<<<2, 64>>>();
  return cudaDeviceSynchronize();
}
