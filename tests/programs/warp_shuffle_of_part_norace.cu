// Reductions by a part of a warp: its outer lanes read beyond the mask, and nobody uses what they got.
// CLEAN
// STDOUT: ^120 376$
#include <cstdio>

__global__ void k(int* out) {
  const unsigned half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  int value = threadIdx.x;
  for (int d = 8; d > 0; d /= 2) value += __shfl_down_sync(half, value, d);
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = value;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[1]);
}
