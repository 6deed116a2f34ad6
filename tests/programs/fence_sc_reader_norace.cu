// One thread reads the flag, relaxed, and all meet at a barrier object; then every thread runs __threadfence(), which is
// fence.sc, and reads the data.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
#include <cuda/barrier>
__device__ int data, flag, out[32];

__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> together;
  if (threadIdx.x == 0) init(&together, blockDim.x);
  __syncthreads();
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data = 5;  // @w
      __threadfence();
      atomicExch(&flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(&flag, 0) == 0) {
      }
    }
    together.arrive_and_wait();
    __threadfence();
    out[threadIdx.x] = data;  // @r
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
