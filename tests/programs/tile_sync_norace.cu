// tile.sync() orders the threads of the tile.
// CLEAN
#include <cooperative_groups.h>
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  slot[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = slot[threadIdx.x ^ 7];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
