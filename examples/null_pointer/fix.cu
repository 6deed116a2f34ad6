// Null pointer in a kernel, fixed: an allocation that failed is an error.
// EXIT: 1
// CLEAN
// STDOUT: ^no memory
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data = nullptr;
  cudaError_t error = cudaMalloc(&data, size_t(1) << 60);
  if (error != cudaSuccess) return printf("no memory: %s\n", cudaGetErrorString(error)), 1;
  fill<<<1, 64>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("the kernel failed\n"), 1;
  printf("filled\n");
}
