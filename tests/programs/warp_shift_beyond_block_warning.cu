// Blocks whose last warp has one thread: what it is to receive is behind the block, and perhaps ignored, as Kokkos does.
// FINDING: barrier-divergence warning none intra-warp barrier@shuffle message="no lane of the warp receives a value"
// STDOUT: ^33 1$
#include <cstdio>

__global__ void k(int* out) {
  int value = 1;
  for (int d = 16; d > 0; d /= 2) {
    const int other = __shfl_down_sync(0xffffffff, value, d);  // @shuffle
    if (threadIdx.x % 32 + d < (threadIdx.x < 32 ? 32 : 1)) value += other;
  }
  if (threadIdx.x % 32 == 0) atomicAdd(&out[blockIdx.x], value);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  out[0] = out[1] = 0;
  k<<<1, 33>>>(out);
  k<<<1, 1>>>(out + 1);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[1]);
}
