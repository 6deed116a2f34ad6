// Nothing to allocate, copy, set or free is no error.
// CLEAN
// STDOUT: ^0 0 0 0 0$
#include <cstdio>

__global__ void k() {}

int main() {
  char *data, byte = 0;
  cudaMalloc(&data, 1);
  char* none = data;
  int a = cudaMalloc(&none, 0);
  int b = cudaMemcpy(data, &byte, 0, cudaMemcpyHostToDevice);
  int c = cudaMemset(data, 0, 0);
  int d = cudaFree(nullptr);
  k<<<1, 1>>>();
  printf("%d %d %d %d %d\n", a, b, c, d, cudaDeviceSynchronize());
}
