// From one shared array into its neighbour, and from one variable of the device into the next: there is room between.
// FINDING: out-of-bounds error shared none write@w element=first[16] occurrences=1
// FINDING: out-of-bounds error global none read@r element=table[4] occurrences=1
#include <cstdio>

__device__ int table[4], after[4];

__global__ void k(int n) {
  __shared__ int first[16], second[16];
  second[threadIdx.x] = 0;
  __syncthreads();
  int value = table[n / 4];  // @r
  first[n] = value;  // @w
  __syncthreads();
  first[threadIdx.x] = second[threadIdx.x];
  after[0] = first[0] + second[0];
}

int main() {
  k<<<1, 1>>>(16);
  cudaDeviceSynchronize();
}
