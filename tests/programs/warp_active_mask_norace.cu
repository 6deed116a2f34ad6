// Divergent subsets of a warp, each with the mask of those that stand together.
// CLEAN
// STDOUT: ^11 21 32$
#include <cstdio>

__global__ void k(int* out) {
  if (threadIdx.x % 3 == 0) {
    const unsigned together = __activemask();
    __syncwarp(together);
    if (threadIdx.x == 0) out[0] = __popc(together);
  } else {
    const unsigned together = __activemask();
    const int first = __ffs(together) - 1;
    const int sum = __shfl_sync(together, __popc(together), first);
    if (threadIdx.x == first) out[1] = sum;
  }
  __syncwarp();
  const int all = __popc(__ballot_sync(0xffffffff, 1));
  if (threadIdx.x == 0) out[2] = all;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 3 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
