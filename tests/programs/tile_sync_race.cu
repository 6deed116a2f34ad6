// tile.sync() orders the threads of the tile, not those of its neighbour.
// FINDING: race error shared * write@w read@r object=slot
#include <cooperative_groups.h>
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  slot[threadIdx.x] = threadIdx.x;           // @w
  tile.sync();
  out[threadIdx.x] = slot[threadIdx.x ^ 8];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
