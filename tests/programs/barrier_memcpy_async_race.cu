// cuda::memcpy_async: a block barrier in place of the barrier it was bound to.
// FINDING: race error shared intra-block write@c read@r object=tile hint="put its own wait"
#include <cuda/barrier>
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(tile + threadIdx.x, from + threadIdx.x, sizeof(int), bar);  // @c
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 33];  // @r
  bar.arrive_and_wait();
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
