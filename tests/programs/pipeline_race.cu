// The second stage of a pipeline is read when only the first has been waited for.
// FINDING: race error shared intra-block write@c read@r object=tile
#include <cuda/pipeline>
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  for (int stage = 0; stage < 2; ++stage) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[stage][threadIdx.x], &from[threadIdx.x], sizeof(int), pipe);  // @c
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = tile[1][threadIdx.x ^ 33];  // @r
  pipe.consumer_wait();
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
