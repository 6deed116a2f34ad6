// The pipeline functions: the barrier waits for the copies.
// CLEAN
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda_pipeline.h>
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(tile + threadIdx.x, from + threadIdx.x, 4);  // @w
  __pipeline_arrive_on(&bar);
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {}
  out[threadIdx.x] = tile[threadIdx.x ^ 33];                           // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
