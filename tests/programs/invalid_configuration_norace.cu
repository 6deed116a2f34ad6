// Launches that hardware refuses: an error, and the kernel does not run.
// CLEAN
// STDOUT: ^9 9 9 9 9 9 0 0$
#include <cstdio>

__device__ int runs;

__global__ void k() { runs = 1; }

int main() {
  int a, b, c, d, e, f;
  k<<<1, 2048>>>();
  a = cudaGetLastError();
  k<<<0, 32>>>();
  b = cudaGetLastError();
  k<<<1, 0>>>();
  c = cudaGetLastError();
  k<<<1, dim3(1, 1, 65)>>>();
  d = cudaGetLastError();
  k<<<dim3(1, 65536), 1>>>();
  e = cudaGetLastError();
  k<<<1, dim3(32, 32, 2)>>>();
  f = cudaPeekAtLastError();
  cudaGetLastError();
  int host;
  cudaMemcpyFromSymbol(&host, runs, sizeof host);
  printf("%d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, cudaGetLastError(), host);
}
