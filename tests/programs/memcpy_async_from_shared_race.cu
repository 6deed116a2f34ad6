// A copy of cooperative_groups::memcpy_async that does not come from global memory is the threads' own: without a barrier
// behind it another thread may overwrite what it reads.
// FINDING: race error shared intra-block write@w read@c object=tile
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__device__ int out[64];

__global__ void k() {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  cg::memcpy_async(cg::this_thread_block(), out, tile, sizeof tile);  // @c
  tile[threadIdx.x ^ 32] = 0;                                         // @w
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
