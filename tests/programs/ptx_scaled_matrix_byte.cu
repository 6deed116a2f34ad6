// Inline PTX: a product with scales whose selector the ISA does not have: of two scales the second byte, which begins no half of a word.
// The first product is right.
// FINDING: unsupported error none none read@product#0 message="mma with a byte-id that its scales do not have"
// STDOUT: ^64 cudaSuccess$
// STDOUT: ^cudaErrorNotSupported$
#include <cstdio>

__global__ void multiply(float* out, unsigned short byte, unsigned short pair) {
  float d[4] = {};
  asm volatile(  // @product
      "mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0 "
      "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3}, %5, {%6, %7}, %5, {0, 0};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(0x22222222), "r"(0x7f7f7f7f), "h"(byte), "h"(pair));
  out[threadIdx.x] = d[0];
}

int main() {
  float* out;
  cudaMallocManaged(&out, 32 * sizeof(float));
  multiply<<<1, 32>>>(out, 2, 1);
  const cudaError_t right = cudaDeviceSynchronize();
  printf("%g %s\n", out[0], cudaGetErrorName(right));
  multiply<<<1, 32>>>(out, 1, 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
