// Cooperative kernels of two devices pass a number to and fro, by flags in managed memory; each writes to a variable
// that every device has for itself in between.
// OPTIONS: --devices 2
// CLEAN
// STDOUT: ^20 10 10 cudaSuccess cudaSuccess$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cooperative_groups.h>
#include <cstdio>

__device__ int turns;

__global__ void play(volatile int* turn, int* number, int device) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < 10; ++round) {
    if (grid.thread_rank() == 0) {
      while (*turn != device) { }
      __threadfence_system();
      *number += 1;
      turns += 1;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
      __threadfence_system();
      *turn = 1 - device;
    }
  }
}

int main() {
  int *turn, *number, counts[2] = {};
  cudaMallocManaged(&turn, sizeof(int));
  cudaMallocManaged(&number, sizeof(int));
  *turn = *number = 0;
  for (int device : {1, 0}) {
    cudaSetDevice(device);
    void* arguments[] = {&turn, &number, &device};
    cudaLaunchCooperativeKernel((void*)play, 12, 32, arguments, 0, nullptr);
  }
  cudaError_t errors[2];
  for (const int device : {0, 1}) {
    cudaSetDevice(device);
    errors[device] = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&counts[device], turns, sizeof(int));
  }
  printf("%d %d %d %s %s\n", *number, counts[0], counts[1], cudaGetErrorName(errors[0]), cudaGetErrorName(errors[1]));
}
