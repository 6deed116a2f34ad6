// A tile of two warps of which one thread does not come to the tile's sync().
// FINDING: deadlock error * * barrier@sync barrier@block
// EXIT: 66
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k() {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x != 70) tile.sync();  // @sync
  __syncthreads();                     // @block
}

int main() {
  k<<<1, 128>>>();
  cudaDeviceSynchronize();
}
