// More dynamic shared memory than 48 KiB is refused unless the kernel has asked for it.
// CLEAN
// STDOUT: ^1 0 0$
#include <cstdio>

__global__ void k(int n) {
  extern __shared__ int buffer[];
  buffer[n - 1 - threadIdx.x] = threadIdx.x;
}

int main() {
  int bytes = 64 * 1024;
  k<<<1, 32, bytes>>>(bytes / 4);
  int refused = cudaGetLastError() != cudaSuccess;
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  k<<<1, 32, bytes>>>(bytes / 4);
  int allowed = cudaGetLastError();
  printf("%d %d %d\n", refused, allowed, cudaDeviceSynchronize());
}
