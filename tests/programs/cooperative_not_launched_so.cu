// The barrier of the grid in an ordinary launch; is_valid() would have told.
// FINDING: crash error * * *@sync message="in a launch that has none" hint=cudaLaunchCooperativeKernel
// STDOUT: ^valid 0$
#include <cooperative_groups.h>

#include <cstdio>

__global__ void k() {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  if (grid.thread_rank() == 0) printf("valid %d\n", grid.is_valid());
  grid.sync();  // @sync
}

int main() {
  k<<<2, 32>>>();
  cudaDeviceSynchronize();
}
