// All blocks write the same value to one place, and one writes it atomically: which values the plain writes leave
// depends on the order of the blocks, and a plain write beside an atomic one may be lost.
// FINDING: race error global inter-block write@plain write@plain object=flag
// FINDING: race error global inter-block write@plain atomic@atomic object=flag
#include <cuda_runtime.h>

__device__ int flag;

__global__ void k() {
  if (blockIdx.x == 2) {
    atomicExch(&flag, 1);  // @atomic
  } else {
    flag = 1;  // @plain
  }
}

int main() {
  k<<<3, 1>>>();
  return cudaDeviceSynchronize();
}
