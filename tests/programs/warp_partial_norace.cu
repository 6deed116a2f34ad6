// The last warp of a block is not full: masks may name the lanes that do not exist. Subsets of lanes meet on their own.
// CLEAN
// STDOUT: ^21$
#include <cstdio>

__global__ void k(int* out) {
  int value = 1;
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
  __syncwarp();
  const unsigned mine = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
  if (threadIdx.x % 3 == 0) {
    __syncwarp(mine);
    value += 0 * __reduce_add_sync(mine, 1);
  } else {
    __syncwarp(0xffffffff & ~mine);
  }
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 53 * sizeof(int));
  k<<<1, 53>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[32]);
}
