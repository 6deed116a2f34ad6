// Neighbours in a pair of halves never race; the pair and one of its elements do, and so do an atomic and a plain access.
// FINDING: race error shared intra-warp write@w read@r object=tile size=2 element=tile[1]
// FINDING: race error global inter-block write@pair write@half object=pairs size=2
// FINDING: race error global inter-block atomic@atomic write@plain object=sums size=2
#include <cuda_fp16.h>

__global__ void k(half2* pairs, half* sums) {
  __shared__ half tile[32];
  const int t = threadIdx.x;
  tile[t] = 1.0f * t;                       // @w
  const half left = tile[t == 2 ? 1 : t];   // @r
  __syncthreads();
  if (blockIdx.x == 0) {
    if (t == 0) pairs[0] = half2(left, left);  // @pair
    if (t == 1) pairs[1].x = left;
    if (t == 2) pairs[1].y = left;
    if (t == 0) atomicAdd(&sums[1], left);  // @atomic
    if (t == 0) sums[0] = left;
  } else {
    if (t == 1) pairs[0].y = left;  // @half
    if (t == 1) sums[1] = left;     // @plain
  }
}

int main() {
  half2* pairs;
  half* sums;
  cudaMalloc(&pairs, 2 * sizeof(half2));
  cudaMalloc(&sums, 2 * sizeof(half));
  cudaMemset(sums, 0, 2 * sizeof(half));
  k<<<2, 32>>>(pairs, sums);
  cudaDeviceSynchronize();
  cudaFree(pairs);
  cudaFree(sums);
}
