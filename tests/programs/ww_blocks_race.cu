// Two blocks of a launch write different values to one place.
// FINDING: race error global inter-block write@w write@w object=out
#include <cuda_runtime.h>

__global__ void k(int* out) {
  out[0] = blockIdx.x;  // @w
}

int main() {
  int* memory;
  cudaMalloc(&memory, sizeof(int));
  k<<<2, 1>>>(memory);
  return cudaDeviceSynchronize();
}
