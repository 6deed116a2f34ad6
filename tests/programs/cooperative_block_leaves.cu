// A block returns before the barrier of the grid: hangs on hardware.
// FINDING: barrier-divergence error none inter-block barrier@sync exit
#include <cooperative_groups.h>

__global__ void k() {
  if (blockIdx.x == 1) return;
  for (int i = 0; i < 3; ++i) {
    cooperative_groups::this_grid().sync();  // @sync
  }
}

int main() {
  void* arguments[] = {nullptr};
  cudaLaunchCooperativeKernel((void*)k, dim3(3), dim3(40), arguments, 0, 0);
  return cudaDeviceSynchronize();
}
