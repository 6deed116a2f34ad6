// The sync() of a tile of two warps orders the tile's threads.
// CLEAN
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int out[256];

__global__ void k() {
  __shared__ int slot[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  slot[threadIdx.x] = threadIdx.x;            // @w
  tile.sync();
  out[threadIdx.x] = slot[threadIdx.x ^ 32];  // @r
}

int main() {
  k<<<1, 256>>>();
  return cudaDeviceSynchronize();
}
