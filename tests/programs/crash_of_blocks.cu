// Threads of many blocks crash at a store to the same words, which each block's worker had locked for it: none waits
// for another, and the first is told.
// SCHEDULE-DEPENDENT: how many blocks have begun when the first one crashes
// FINDING: out-of-bounds error global none write@a#0 occurrences=1
#include <cstdio>

__global__ void k(int* a) {
  a[threadIdx.x + 100000] = 1;  // @a
}

int main() {
  int* a;
  cudaMalloc(&a, 1024 * sizeof(int));
  k<<<20, 64>>>(a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
