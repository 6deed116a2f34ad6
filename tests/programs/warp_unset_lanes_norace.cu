// CLEAN
// One lane sets a variable, and hands it to the others, which have not: no reason to conclude that they are that lane.
#include <cstdio>
__device__ int next_row;

__global__ void rows(int* seen, int count) {
  const int lane = threadIdx.x % 32;
  int row;
  if (lane == 0) row = atomicAdd(&next_row, 1);
  row = __shfl_sync(0xffffffff, row, 0);
  while (row < count) {
    atomicAdd(&seen[row], 1);
    if (lane == 0) row = atomicAdd(&next_row, 1);
    row = __shfl_sync(0xffffffff, row, 0);
  }
}

__global__ void overflowing(int* wraps, int big) { wraps[threadIdx.x] = big + 1 < big; }

int main() {
  int *seen, *wraps;
  cudaMallocManaged(&seen, 40 * sizeof(int));
  cudaMallocManaged(&wraps, sizeof(int));
  for (int i = 0; i < 40; ++i) seen[i] = 0;
  rows<<<2, 64>>>(seen, 40);
  overflowing<<<1, 1>>>(wraps, 2147483647);
  cudaDeviceSynchronize();
  for (int i = 0; i < 40; ++i) {
    if (seen[i] != 32) return 1;
  }
  return wraps[0] != 1;
}
