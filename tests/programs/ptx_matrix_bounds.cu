// Inline PTX: stmatrix writes the row whose address a lane gives, here one row beyond the array.
// FINDING: out-of-bounds error global none write@w
#include <cstdio>

__global__ void store(unsigned short* out) {
  const int lane = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.b16 [%0], {%1};" ::"l"(out + (lane % 8 + 1) * 8), "r"(lane));  // @w
}

int main() {
  unsigned short* out;
  cudaMalloc(&out, 64 * sizeof(unsigned short));
  store<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
