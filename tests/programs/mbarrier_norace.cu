// The __mbarrier functions.
// CLEAN
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda_awbarrier_primitives.h>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  slot[threadIdx.x] = 1;                      // @w
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {}
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
