// Assertions that hold say nothing.
// CLEAN
#include <cassert>

__global__ void k() { assert(threadIdx.x < blockDim.x && "a thread of the block"); }

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
