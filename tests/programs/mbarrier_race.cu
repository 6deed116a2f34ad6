// The __mbarrier functions: one look at the barrier is no wait.
// FINDING: race error shared intra-block write@w read@r object=slot
#include <cuda_awbarrier_primitives.h>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  slot[threadIdx.x] = 1;                      // @w
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  (void)token;
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
