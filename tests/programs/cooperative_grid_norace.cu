// A cooperative launch: what blocks wrote before grid.sync(), others read after it.
// CLEAN
// STDOUT: ^valid 1 blocks 8 threads 512 rank 511: 3$
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void k(int* values, int n) {
  cg::grid_group grid = cg::this_grid();
  const unsigned i = grid.thread_rank();
  values[i] = 0;
  for (int round = 0; round < n; ++round) {
    grid.sync();
    const int theirs = values[(i + 64) % grid.size()];
    cg::sync(grid);
    values[i] = theirs + 1;
  }
  if (i + 1 == grid.size()) {
    printf("valid %d blocks %d threads %d rank %d: %d\n", grid.is_valid(), (int)grid.num_blocks(), (int)grid.size(), (int)i,
           values[i]);
  }
}

int main() {
  int cooperative = 0;
  cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0);
  if (!cooperative) return 1;
  int* values;
  cudaMalloc(&values, 512 * sizeof(int));
  int n = 3;
  void* arguments[] = {&values, &n};
  if (cudaLaunchCooperativeKernel((void*)k, dim3(8), dim3(64), arguments) != cudaSuccess) return 1;
  cudaDeviceSynchronize();
}
