// Inline PTX: an atomic operation on a vector is one on each element. A plain read of one of them races with it; the
// elements beside it are others.
// FINDING: race error global inter-block atomic@red#0 read@plain#0 object=sums element=sums[3]
#include <cstdio>

__device__ float sums[8];

__global__ void k(float* to) {
  if (blockIdx.x == 0) {
    asm volatile("red.global.v4.f32.add [%0], {%1, %1, %1, %1};" ::"l"(sums), "f"(1.0F) : "memory");  // @red
  } else {
    *to = sums[3] + sums[4];  // @plain
  }
}

int main() {
  float* to;
  cudaMalloc(&to, sizeof(float));
  k<<<2, 1>>>(to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
