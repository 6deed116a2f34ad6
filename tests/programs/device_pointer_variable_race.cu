// Memory reached through a pointer in a __device__ variable.
// FINDING: race error global inter-block write@w write@w
#include <cuda_runtime.h>

__device__ int* data;

__global__ void k() {
  data[threadIdx.x] = blockIdx.x;  // @w
}

int main() {
  int* memory;
  cudaMalloc(&memory, 32 * sizeof(int));
  cudaMemcpyToSymbol(data, &memory, sizeof memory);
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
