// Copies in stages: cuda::pipeline of one thread, and the pipeline functions.
// CLEAN
#include <cuda/pipeline>
#include <cuda_pipeline.h>
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  for (int stage = 0; stage < 2; ++stage) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[stage][threadIdx.x], &from[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
  }
  for (int stage = 0; stage < 2; ++stage) {
    pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] = tile[stage][threadIdx.x ^ 33];
    pipe.consumer_release();
  }
  __syncthreads();
  __pipeline_memcpy_async(&tile[0][threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x ^ 33];
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
