// Stores with hints for the cache convert the value to the type of the target.
// CLEAN
// STDOUT: ^1.5 2.5 3 4$
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void k(__nv_bfloat16* brains, __half* halves, double* doubles, unsigned char* bytes) {
  __stwt(brains, 1.5F);
  __stcg(halves, 2.5F);
  __stcs(doubles, 3);
  __stwb(bytes, 4);
}

int main() {
  __nv_bfloat16* brains;
  __half* halves;
  double* doubles;
  unsigned char* bytes;
  cudaMallocManaged(&brains, sizeof(*brains));
  cudaMallocManaged(&halves, sizeof(*halves));
  cudaMallocManaged(&doubles, sizeof(*doubles));
  cudaMallocManaged(&bytes, sizeof(*bytes));
  k<<<1, 1>>>(brains, halves, doubles, bytes);
  cudaDeviceSynchronize();
  printf("%g %g %g %d\n", __bfloat162float(*brains), __half2float(*halves), *doubles, *bytes);
}
