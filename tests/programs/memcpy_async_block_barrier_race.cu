// A block barrier does not wait for asynchronous copies.
// FINDING: race error shared intra-block write@c read@r object=tile hint="put its own wait"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[64];
  cg::memcpy_async(cg::this_thread_block(), tile, from, sizeof tile);  // @c
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 33];  // @r
  cg::wait(cg::this_thread_block());
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
