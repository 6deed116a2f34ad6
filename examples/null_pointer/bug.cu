// Null pointer in a kernel: an allocation failed, and nobody looked at its error.
// SCHEDULE-DEPENDENT: the first thread to fail is named
// FINDING: invalid-address error * * write@write
// FINDING: api-error warning none none *@malloc message="cudaMalloc failed with cudaErrorMemoryAllocation"
#include <cstdio>

__global__ void fill(int* data) {
  data[threadIdx.x] = threadIdx.x;  // @write
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, size_t(1) << 60);  // @malloc
  fill<<<1, 64>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("the kernel failed\n"), 1;
  printf("filled\n");
}
