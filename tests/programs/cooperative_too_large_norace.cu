// A cooperative launch of more blocks than are resident at a time is refused; the largest possible one runs.
// CLEAN
// STDOUT: ^cudaErrorCooperativeLaunchTooLarge$
// STDOUT: ^cudaSuccess, 32 blocks of 1024$
#include <cooperative_groups.h>

#include <cstdio>

__global__ void k(unsigned* count) {
  if (threadIdx.x == 1023) atomicAdd(count, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && atomicAdd(count, 0) != gridDim.x) __trap();
}

int main() {
  unsigned* count;
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemset(count, 0, sizeof(unsigned));
  void* arguments[] = {&count};
  int of_one = 0;
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, k, 1024, 0);
  const int most = of_one * device.multiProcessorCount;
  puts(cudaGetErrorName(cudaLaunchCooperativeKernel((void*)k, dim3(most + 1), dim3(1024), arguments, 0, 0)));
  cudaGetLastError();
  cudaLaunchCooperativeKernel((void*)k, dim3(most), dim3(1024), arguments, 0, 0);
  printf("%s, %d blocks of 1024\n", cudaGetErrorName(cudaDeviceSynchronize()), most);
}
