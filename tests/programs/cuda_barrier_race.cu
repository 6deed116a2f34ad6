// cuda::barrier: an arrival alone orders nothing for the thread that arrives; only the wait does.
// FINDING: race error shared intra-block write@w read@r object=slot
#include <cuda/barrier>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  slot[threadIdx.x] = threadIdx.x;            // @w
  auto token = bar.arrive();
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
  bar.wait(static_cast<decltype(token)&&>(token));
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
