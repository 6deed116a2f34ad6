// An object of 16 bytes that a block exchanges and another one writes a part of.
// FINDING: race error global inter-block write@part atomic@whole object=total element=total.sum
#include <cstdio>

struct alignas(16) Sum {
  long long count;
  long long sum;
};

__device__ Sum total;

__global__ void k() {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicCAS(&total, Sum{0, 0}, Sum{1, 1});  // @whole
  } else {
    total.sum = 3;  // @part
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
