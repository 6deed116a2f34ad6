// A recursion with an end.
// CLEAN
// STDOUT: ^832040$
#include <cstdio>

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void k(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

int main() {
  int* out;
  cudaMallocManaged(&out, 31 * sizeof(int));
  k<<<1, 31>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[30]);
}
