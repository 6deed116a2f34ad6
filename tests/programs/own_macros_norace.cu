// Macros of one letter, as programs are compiled with -DN=…: our headers use no such names but T; those of CUDA have U, too.
// CLEAN
// COMPILE: -DA=1 -DB=2 -DC=3 -DD=4 -DE=5 -DF=6 -DG=7 -DH=8 -DI=9 -DJ=10 -DK=11 -DL=12 -DM=13 -DN=14 -DO=15 -DP=16 -DQ=17 -DR=18 -DS=19 -DU=20 -DV=21 -DW=22 -DX=23 -DY=24 -DZ=25
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <mma.h>

__global__ void k(int* out) {
  int a = N, b;
  asm("add.s32 %0, %1, %2;" : "=r"(b) : "r"(a), "r"(K));
  cooperative_groups::this_thread_block().sync();
  out[threadIdx.x] = __dp4a(b, A, B);
}

int main() {
  int* out;
  cudaMallocManaged(&out, M * sizeof(int));
  k<<<1, M>>>(out);
  cudaDeviceSynchronize();
  return out[M - 1] == N + K + B ? 0 : 1;
}
