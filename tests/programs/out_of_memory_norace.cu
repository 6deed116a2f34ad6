// More memory than the device has: an error that the program can handle.
// CLEAN
// STDOUT: ^cudaErrorMemoryAllocation: out of memory; 2, then 0$
#include <cstdio>

__global__ void k() {}

int main() {
  void* data;
  cudaError_t error = cudaMalloc(&data, size_t(1) << 50);
  int last = cudaGetLastError();
  k<<<1, 1>>>();
  printf("%s: %s; %d, then %d\n", cudaGetErrorName(error), cudaGetErrorString(error), last, cudaGetLastError());
}
