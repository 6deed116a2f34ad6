// A kernel is not launched with more threads than its __launch_bounds__ promises; the runtime says how many those are.
// CLEAN
// STDOUT: ^128 64 1024, 1 12 128, right$
#include <cstdio>

constexpr int kMost = 64;

__global__ void __launch_bounds__(128, 2) bounded(int* sum) { atomicAdd(sum, 1); }
template <int Scale>
__launch_bounds__(kMost* Scale) __global__ void scaled(int* sum) {
  atomicAdd(sum, 1);
}
__global__ void declared(int*);
__global__ void __launch_bounds__(0) declared(int* sum) { atomicAdd(sum, 1); }

int main() {
  cudaFuncAttributes of_bounded, of_scaled, of_declared;
  cudaFuncGetAttributes(&of_bounded, bounded);
  cudaFuncGetAttributes(&of_scaled, scaled<1>);
  cudaFuncGetAttributes(&of_declared, declared);
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  bounded<<<1, 128>>>(sum);
  scaled<2><<<1, 128>>>(sum);
  declared<<<1, 1024>>>(sum);
  bounded<<<1, 129>>>(sum);
  const int error = cudaGetLastError();
  int blocks, grid, size;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 160, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &size, bounded, 0, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d, %d %d %d, %s\n", of_bounded.maxThreadsPerBlock, of_scaled.maxThreadsPerBlock,
         of_declared.maxThreadsPerBlock, error, blocks, size, *sum == 128 + 128 + 1024 ? "right" : "wrong");
}
