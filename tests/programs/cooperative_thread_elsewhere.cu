// One warp of each block waits at a barrier of the block, the other at that of the grid.
// FINDING: deadlock error none intra-block barrier@grid barrier@block
#include <cooperative_groups.h>

__global__ void k() {
  if (threadIdx.x < 32) {
    cooperative_groups::this_grid().sync();  // @grid
  } else {
    __syncthreads();  // @block
  }
}

int main() {
  void* arguments[] = {nullptr};
  cudaLaunchCooperativeKernel((void*)k, dim3(3), dim3(64), arguments, 0, 0);
  cudaDeviceSynchronize();
}
