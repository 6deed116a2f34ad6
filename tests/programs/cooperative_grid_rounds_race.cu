// Blocks exchange data in several rounds, with a barrier of the grid after each but none within: every word races in each
// round, half of the threads in the last one only, and counts once. The first round is in order.
// FINDING: race error global inter-block write@w read@r object=values occurrences=128 element=values[64] interval=2
#include <cooperative_groups.h>

__global__ void k(int* values, int* sums) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const unsigned i = grid.thread_rank();
  values[i] = 7;
  grid.sync();
  sums[i] = values[(i + 64) % 128];
  grid.sync();
  for (int round = 0; round < 3; ++round) {
    values[i] = round;                                                   // @w
    if (round == 2 || i < 64) sums[i] += values[(i + 64) % 128] + round;  // @r
    grid.sync();
  }
}

int main() {
  int *values, *sums;
  cudaMallocManaged(&values, 128 * sizeof(int));
  cudaMalloc(&sums, 128 * sizeof(int));
  void* arguments[] = {&values, &sums};
  cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(32), arguments, 0, 0);
  cudaDeviceSynchronize();
}
