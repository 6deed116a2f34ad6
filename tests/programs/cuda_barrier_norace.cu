// cuda::barrier: what came before the arrivals happened before what follows the wait.
// CLEAN
#include <cuda/barrier>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    slot[threadIdx.x] = threadIdx.x;
    bar.arrive_and_wait();
    out[threadIdx.x] = slot[threadIdx.x ^ 33];
    auto token = bar.arrive();
    bar.wait(static_cast<decltype(token)&&>(token));
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
