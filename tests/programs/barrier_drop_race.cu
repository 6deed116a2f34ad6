// cuda::barrier: without the second phase its readers race.
// FINDING: race error shared intra-warp write@w read@r object=slot
#include <cuda/barrier>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= 32) {
    slot[threadIdx.x] = 1;
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  out[threadIdx.x] = slot[threadIdx.x + 32];
  slot[threadIdx.x] = 2;                      // @w
  out[threadIdx.x] = slot[31 - threadIdx.x];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
