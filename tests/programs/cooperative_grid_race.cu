// Blocks exchange data across a barrier of the block, where one of the grid is needed. The exchange after grid.sync() is
// in order.
// FINDING: race error global inter-block write@w read@r object=values
#include <cooperative_groups.h>

__global__ void k(int* values, int* sums) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const unsigned i = grid.thread_rank();
  const unsigned n = grid.size();
  values[i] = i;  // @w
  __syncthreads();
  sums[i] = values[(i + n / 2) % n];  // @r
  grid.sync();
  values[i] = sums[(i + n / 2) % n];
}

int main() {
  int *values, *sums;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMalloc(&sums, 128 * sizeof(int));
  void* arguments[] = {&values, &sums};
  cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(32), arguments, 0, 0);
  cudaDeviceSynchronize();
}
